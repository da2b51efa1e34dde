import FoundationEssentials
import Networks
import Roster

/// `meta=siteinfo`.
struct InfoObject: Decodable {
  var query: Query

  struct Query: Decodable {
    var general: General
    var usergroups: BoundedItems<WikiGroup>
    /// The newest row of the log of rights, where it was asked for.
    var logevents: BoundedItems<LogID>?
  }

  struct LogID: Decodable {
    var id: Int?

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: NamedKey.self).lenientInt("logid")
    }
  }

  struct General: Decodable {
    /// Wikis of a farm have one; a wiki that stands alone is known by its address.
    var wikiID: String?
    var siteName: String?
    var server: String?
    var articlePath: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      wikiID = try container.lenientString("wikiid", most: Bounds.word)
      siteName = try container.lenientString("sitename", most: Bounds.name)
      server = try container.lenientString("server", most: Bounds.address)
      articlePath = try container.lenientString("articlepath", most: Bounds.address)
    }
  }

}

extension InfoObject.Query {
  /// - Parameter address: That of the API: a wiki may name its server without a scheme.
  func info(of address: WebAddress) -> WikiInfo {
    var articles: String?
    if let server = general.server, let path = general.articlePath, path.contains("$1") {
      articles = (server.hasPrefix("//") ? "\(address.scheme):" : "") + server + path
    }
    return WikiInfo(
      wikiID: general.wikiID, siteName: general.siteName, articleAddress: articles,
      groups: usergroups.items,
      newestRights: logevents.flatMap { $0.items.isEmpty ? 0 : $0.items[0].id })
  }
}
