import Networks
import Roster

/// `action=sitematrix`: an object whose numbered members are languages, beside `count` and
/// `specials`.
struct MatrixObject: Decodable {
  /// All wikis of the farm, on whatever page.
  var count: Int?
  var wikis: [Wiki] = []
  /// The special wikis come last; nil where the page has none because languages follow.
  var specials: [Wiki]?

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: NamedKey.self)
    let container = try outer.nestedContainer(keyedBy: NamedKey.self, forKey: "sitematrix")
    count = container.lenientInt("count")
    specials = try container.decodeIfPresent(
      BoundedItems<Wiki>.self, forKey: "specials")?.items
    let numbers = container.allKeys.compactMap { Int($0.stringValue) }.sorted()
    for number in numbers {
      let language = try container.decode(Language.self, forKey: NamedKey("\(number)"))
      wikis += language.site.items.map { wiki in
        var wiki = wiki
        wiki.language = language.name
        return wiki
      }
    }
  }

  private struct Language: Decodable {
    var name: String?
    var site: BoundedItems<Wiki>
  }

  struct Wiki: Decodable {
    var database: String
    var url: String
    var siteName: String
    /// The language's own name; nil for special wikis.
    var language: String?
    /// `closed`, `private`, `fishbowl`, `nonglobal`.
    var flags: Set<String>

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      database = try container.string("dbname", most: Bounds.word)
      url = try container.string("url", most: Bounds.address)
      siteName = try container.lenientString("sitename", most: Bounds.name) ?? database
      // A flag is true, or an empty text in the older format; an unset one is absent.
      let set = ["closed", "fishbowl", "nonglobal", "private"].filter {
        container.contains(NamedKey($0)) && container.lenientBool(NamedKey($0)) != false
      }
      flags = Set(set)
    }
  }
}

extension MatrixObject {
  /// The wikis of the page without the private ones, which nobody can read; closed ones can be. A list
  /// of one page has as its total the number of readable wikis, and the wikis that the farm counts and does
  /// not list: one of those would look closed for good.
  ///
  /// - Throws: `UnusableAnswer` where the list ends without the special wikis.
  func page(isFirst: Bool, next: Continuation?) throws(UnusableAnswer) -> Page<Site> {
    if next == nil, specials == nil {
      throw UnusableAnswer("it ends without the special wikis")
    }
    let all = wikis + (specials ?? [])
    let sites = all.filter { !$0.flags.contains("private") }.map(\.site)
    let missing = next == nil ? max(0, count ?? all.count) - all.count : 0
    return Page(
      items: sites, next: next?.position, total: isFirst ? max(0, sites.count + missing) : nil)
  }
}

extension MatrixObject.Wiki {
  fileprivate var site: Site {
    Site(
      SiteRef(WikiEndpoint.wikimedia, database),
      name: language.map { "\(siteName) (\($0))" } ?? siteName,
      url: url.hasSuffix("/") ? String(url.dropLast()) : url,
      state: ["closed", "fishbowl", "nonglobal"].first { flags.contains($0) } ?? "normal")
  }
}
