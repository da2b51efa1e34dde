import Roster
import Tables

/// What kind of news a change is, as readers choose it: the classes of the style and the words of the address.
enum News: String, CaseIterable, Hashable {
  case joined, left, back, renamed, role, site

  init(_ change: Record<ChangeColumn>) {
    self =
      switch change.kind {
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
    case .joined: "\(count.grouped) joined"
    case .left: "\(count.grouped) left"
    case .back: "\(count.grouped) came back"
    case .renamed: "\(count.grouped) renamed"
    case .role: "\(count.grouped) changed role"
    case .site: "\(count.counted("site", isGrouped: true)) changed"
    }
  }

  /// What readers choose it by.
  var label: String {
    switch self {
    case .joined: "Joined"
    case .left: "Left"
    case .back: "Came back"
    case .renamed: "Renamed"
    case .role: "Role"
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
  /// The change's number; nil where the change has no place of its own on the page.
  var id: Int?

  init(news: News, verb: String, name: String, link: String?) {
    (self.news, self.verb, self.name, self.link) = (news, verb, name, link)
  }

  init(_ change: Record<ChangeColumn>, _ report: HTMLReport, root: String, hasAnchor: Bool) {
    let words = change.words()
    news = News(change)
    name = ShownName.of(change)
    link =
      change.number(.userID) == nil
      ? report.address(of: change.site).map { root + $0 }
      : report.page(of: change).map { root + $0 }
    formerName = words.formerName.map { ShownName.of($0, user: change.number(.userID)) }
    id = hasAnchor ? change.number(.id) : nil
    verb = words.ending
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

extension HTMLStream {
  /// Announcements of one site and one reading: who joined in one line, who left in the next one.
  mutating func news(_ items: [NewsItem]) {
    self += "<ul>"
    for group in NewsGroup.all(of: items) {
      self += "<li"
      write(group, isVerbFirst: false)
      self += "</li>"
    }
    self += "</ul>"
  }

  /// The same as descriptions of a term.
  ///
  /// - Parameter isVerbFirst: Whether the names are those of sites, where something happened to one person.
  mutating func descriptions(_ items: [NewsItem], isVerbFirst: Bool) {
    for group in NewsGroup.all(of: items) {
      self += "<dd"
      write(group, isVerbFirst: isVerbFirst)
      self += "</dd>"
    }
  }

  private mutating func write(_ group: NewsGroup, isVerbFirst: Bool) {
    self += #" class="\#(group.news.rawValue)">"#
    people(group.items, group.verb, isVerbFirst)
  }

  private mutating func people(_ items: [NewsItem], _ verb: String, _ isVerbFirst: Bool) {
    if isVerbFirst, items.first?.formerName == nil {
      self += "<b>\(verb)</b> "
    }
    if let item = items.first, let former = item.formerName {
      self += "<bdi>\(former)</bdi> is now called "
      return entry(item)
    }
    for (index, item) in items.enumerated() {
      if index > 0 { self += ", " }
      entry(item)
    }
    if !isVerbFirst { self += " <b>\(verb)</b>" }
  }

  /// A name with the anchor of the change.
  private mutating func entry(_ item: NewsItem) {
    self += .name(item.name, link: item.link, id: item.id.map { "c\($0)" })
  }
}
