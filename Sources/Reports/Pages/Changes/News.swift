import Roster

/// What kind of news a change is, as readers choose it: the classes of the style and the words of the address.
enum News: String, CaseIterable, Hashable {
  case joined, left, back, renamed, role, site

  init(_ kind: Change.Kind?) {
    self =
      switch kind {
      case .joined: .joined
      case .left: .left
      case .returned: .back
      case .renamed: .renamed
      case .siteRenamed, .siteClosed, .siteReopened, nil: .site
      case .profile: .role
      }
  }

  /// How many there were, such as `65 joined`.
  func words(_ count: Int) -> String {
    switch self {
    case .joined, .left, .renamed: "\(count.grouped) \(rawValue)"
    case .back: "\(count.grouped) came back"
    case .role: "\(count.grouped) changed role"
    case .site: "\(count.counted("site", isGrouped: true)) changed"
    }
  }

  /// What readers choose it by.
  var label: String {
    switch self {
    case .joined, .left, .renamed, .role: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    case .back: "Came back"
    case .site: "Sites"
    }
  }
}

/// One change, as an announcement tells it.
struct NewsItem {
  var news: News
  /// What happened to those who are named before it, such as `joined`.
  var verb: String
  var name: String
  /// The page of the person from the page that tells it.
  var link: String?
  /// The name before a person was renamed.
  var formerName: String?
  /// The change's number, where it can be linked to on the page.
  var id: Int?

  init(_ change: ReportedChange, _ report: HTMLReport, root: String) {
    (news, name) = (change.news, change.name)
    let page =
      change.user == nil
      ? report.address(of: change.site)
      : report.address(ofUser: change.user, account: change.account, on: change.site)
    link = page.map { root + $0 }
    formerName = change.words.formerName.map { ShownName.of($0, user: change.user) }
    verb = change.words.ending
  }
}

/// Those to whom the same happened.
private struct NewsGroup {
  var news: News
  var verb: String
  var items: [NewsItem]

  static func all(of items: [NewsItem]) -> [NewsGroup] {
    var groups: [NewsGroup] = []
    for item in items {
      let isAlone = [.renamed, .role, .site].contains(item.news)
      let place = groups.firstIndex { $0.news == item.news && $0.verb == item.verb && !isAlone }
      if let place {
        groups[place].items.append(item)
      } else {
        groups.append(NewsGroup(news: item.news, verb: item.verb, items: [item]))
      }
    }
    let order = Dictionary(uniqueKeysWithValues: News.allCases.enumerated().map { ($1, $0) })
    return groups.enumerated().sorted {
      (order[$0.element.news] ?? 0, $0.offset) < (order[$1.element.news] ?? 0, $1.offset)
    }.map(\.element)
  }
}

extension HTML {
  /// Announcements of one site and one reading: who joined in one line, who left in the next one.
  static func news(_ items: [NewsItem]) -> HTML {
    let items = NewsGroup.all(of: items).map { "<li\($0.html)</li>" as HTML }
    return "<ul>\(items)</ul>"
  }

  /// The same as descriptions of a term.
  static func descriptions(_ items: [NewsItem]) -> [HTML] {
    NewsGroup.all(of: items).map { "<dd\($0.html)</dd>" }
  }
}

extension NewsGroup {
  /// The rest of the tag, and who it happened to.
  fileprivate var html: HTML {
    // A name with the anchor of the change.
    let names = items.map { HTML.name($0.name, link: $0.link, id: $0.id.map { "c\($0)" }) }
    let list = names.enumerated().map { "\($0 > 0 ? ", " : "")\($1)" as HTML }
    let happened: HTML =
      if let former = items.first?.formerName {
        "<bdi>\(former)</bdi> is now called \(names.first)"
      } else {
        "\(list) <b>\(verb)</b>"
      }
    return #" class="\#(news.rawValue)">\#(happened)"#
  }
}
