import FoundationEssentials
import Networks
import Roster

/// The fields of the API's `site` type that the archive stores.
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
    parameter = try container.string(.parameter, most: Bounds.word)
    siteURL = try container.string(.siteURL, most: Bounds.address)
    name = try container.lenientString(.name, most: Bounds.name)
    siteType = try container.lenientString(.siteType, most: Bounds.word)
    siteState = try container.lenientString(.siteState, most: Bounds.word)
    audience = try container.lenientString(.audience, most: Bounds.audience)
    launchDate = container.lenientDate(.launchDate)
    aliases = (try? container.decodeIfPresent([String].self, forKey: .aliases)) ?? nil ?? []
    if aliases.count > Bounds.aliases || aliases.contains(where: { $0.utf8.count > Bounds.address })
    {
      throw OutOfBounds(
        container.codingPath + [CodingKeys.aliases],
        "has more than \(Bounds.aliases) addresses or one of more than \(Bounds.address) bytes")
    }
  }

  func site(_ text: TextForm) -> Site {
    Site(
      SiteRef(StackExchangeNetwork.id, TextForm.plain.reading(parameter)),
      name: name.map(text.reading) ?? parameter,
      url: siteURL,
      type: SiteType(rawValue: siteType ?? SiteType.main.rawValue),
      state: siteState,
      audience: audience.map(text.reading),
      launchDate: launchDate,
      aliases: aliases)
  }
}
