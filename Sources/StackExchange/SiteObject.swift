import FoundationEssentials
import Roster

/// The `site` type of the API, as far as the archive keeps it.
struct SiteObject: Decodable {
  var parameter: String
  var name: String?
  var siteURL: String
  var siteType: String?
  var siteState: String?
  var audience: String?
  var launchDate: Date?
  var aliases: [String]

  enum CodingKeys: String, CodingKey {
    case name, audience, aliases
    case parameter = "api_site_parameter"
    case siteURL = "site_url"
    case siteType = "site_type"
    case siteState = "site_state"
    case launchDate = "launch_date"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    parameter = try container.decode(String.self, forKey: .parameter)
    siteURL = try container.decode(String.self, forKey: .siteURL)
    name = try container.lenientString(.name)
    siteType = try container.lenientString(.siteType)
    siteState = try container.lenientString(.siteState)
    audience = try container.lenientString(.audience)
    launchDate = container.lenientDate(.launchDate)
    aliases = (try? container.decodeIfPresent([String].self, forKey: .aliases)) ?? nil ?? []
  }

  func site(_ text: TextForm) -> Site {
    Site(
      id: TextForm.plain.reading(parameter),
      name: name.map(text.reading) ?? parameter,
      url: siteURL,
      type: SiteType(rawValue: siteType ?? SiteType.main.rawValue),
      state: siteState,
      audience: audience.map(text.reading),
      launchDate: launchDate,
      aliases: aliases)
  }
}
