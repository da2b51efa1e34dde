import FoundationEssentials
import Networks
import Roster

/// The fields of the API's `site` type that the archive stores.
struct SiteObject: Decodable {
  /// With the name and the audience as they came.
  private let site: Site

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    let parameter = try container.string("api_site_parameter", most: Bounds.word)
    let aliases = (try? container.decodeIfPresent([String].self, forKey: "aliases")) ?? nil ?? []
    if aliases.count > Bounds.aliases || aliases.contains(where: { $0.utf8.count > Bounds.address })
    {
      throw OutOfBounds(
        container.codingPath + [NamedKey("aliases")],
        "has more than \(Bounds.aliases) addresses or one of more than \(Bounds.address) bytes")
    }
    let type = try container.lenientString("site_type", most: Bounds.word)
    site = Site(
      SiteRef(StackExchangeNetwork.id, parameter),
      name: try container.lenientString("name", most: Bounds.name) ?? parameter,
      url: try container.string("site_url", most: Bounds.address),
      type: type.map(SiteType.init(rawValue:)) ?? .main,
      state: try container.lenientString("site_state", most: Bounds.word),
      audience: try container.lenientString("audience", most: Bounds.audience),
      launchDate: container.lenientDate("launch_date"), aliases: aliases)
  }

  func site(_ text: TextForm) -> Site {
    var site = site
    site.name = text.reading(site.name)
    site.audience = site.audience.map(text.reading)
    return site
  }
}
