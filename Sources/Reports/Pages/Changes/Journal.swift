import FoundationEssentials
import Roster
import Tables

/// Changes of all sites as announcements: a card for each day of readings, in it each site with who came and
/// went. Changes come the latest first, one after the other; no more than those of one site are kept.
struct Journal {
  private let report: HTMLReport
  private let root: String
  private let hasAnchors: Bool
  private var day: String?
  private var site: SiteRef?
  private var readings: Readings?
  private var items: [NewsItem] = []
  /// Days whose card stands on an earlier page.
  private var told: Set<String>

  /// - Parameters:
  ///   - hasAnchors: Whether changes and days can be linked to.
  ///   - told: Days that have a card before.
  init(report: HTMLReport, root: String, hasAnchors: Bool, told: Set<String>) {
    (self.report, self.root, self.hasAnchors, self.told) = (report, root, hasAnchors, told)
  }

  mutating func write(_ change: Record<ChangeColumn>, to html: inout HTMLStream) {
    let (day, next) = (ChangePlan.day(of: change), Readings(change))
    if day != self.day || change.site != site || !(readings?.areThose(of: next) ?? false) {
      flush(&html)
    }
    if day != self.day {
      if self.day != nil { html += "</article>\n" }
      open(day, &html)
      self.day = day
    }
    (site, readings) = (change.site, next)
    items.append(NewsItem(change, report, root: root, hasAnchor: hasAnchors))
  }

  mutating func finish(_ html: inout HTMLStream) {
    flush(&html)
    html +=
      day == nil
      ? "<p>No change has been seen yet. Changes appear from the second reading of a site on.</p>\n"
      : "</article>\n"
  }

  /// The head of a day with what its readings saw in all.
  private mutating func open(_ day: String, _ html: inout HTMLStream) {
    let isFirst = told.insert(day).inserted
    let words = DayWords.day(day) + (isFirst ? "" : ", continued")
    let hasAnchor = hasAnchors && day != ChangePlan.undated
    let heading: HTML = hasAnchor ? ##"<a href="#d\##(day)">\##(words)</a>"## : "\(words)"
    html += #"""
      <article class="day"\#(if: hasAnchor && isFirst, #" id="d\#(day)""#)><h2>\#(heading)</h2>\#
      \#(report.changes.days[day]?.summary ?? "<p></p>")
      """#
  }

  private mutating func flush(_ html: inout HTMLStream) {
    guard let site, let day, !items.isEmpty else { return }
    html += "\n<div><h3>\(report.link(to: site, root: root))</h3>"
    // What is true of the whole card stands in its head.
    if let readings, report.changes.days[day]?.tells(readings) != true {
      html += #"<p class="when">\#(readings.words)</p>"#
    }
    html.news(items)
    html += "</div>"
    items.removeAll(keepingCapacity: true)
  }
}

/// The two readings between which something happened.
struct Readings {
  /// Nil where there was none before.
  let after: String?
  let observed: String

  init(_ change: Record<ChangeColumn>) {
    (after, observed) = (change[.previousWalkAt], change[.observedAt] ?? "")
  }

  init(after: String?, observed: String) {
    (self.after, self.observed) = (after, observed)
  }

  /// When it happened.
  var words: String {
    guard let after else { return "seen on " + DayWords.day(observed) }
    return DayWords.between(after, observed)
  }

  /// Readings of the same two days stand together; of one day, those of the same times.
  func areThose(of other: Readings) -> Bool {
    guard let after, let before = other.after else {
      return after == other.after && DayWords.isOneDay(observed, other.observed)
    }
    if DayWords.isOneDay(after, observed) { return after == before && observed == other.observed }
    return DayWords.isOneDay(after, before) && DayWords.isOneDay(observed, other.observed)
  }
}

extension ChangePlan.Day {
  /// Whether the head of the day says between which days a change happened.
  fileprivate func tells(_ readings: Readings) -> Bool {
    guard let after = readings.after, let before, interval != nil else {
      return readings.after == nil
    }
    return DayWords.isOneDay(after, before)
  }

  /// What the readings of a day saw: the time since the ones before, and how many changes of which kind.
  fileprivate var summary: HTML {
    let before = before.map { ", on \(DayWords.day($0))" } ?? ""
    let time = interval.map { "<span>\($0)\(before)</span>" as HTML }
    let kinds = News.allCases.compactMap { news in
      counts[news].map { (news.rawValue, news.words($0)) }
    }
    let items = kinds.enumerated().map { index, kind -> HTML in
      let (space, dot) = index == 0 && time == nil ? ("", "") : (" ", "· ")
      return #"\#(space)<span class="\#(kind.0)">\#(dot)\#(kind.1)</span>"#
    }
    return "<p>\(time)\(items)</p>"
  }
}

extension HTMLReport {
  /// The page of the person of a change, from the top of the report.
  func page(of change: Record<ChangeColumn>) -> String? {
    address(ofUser: change.number(.userID), account: change.number(.accountID), on: change.site)
  }
}

/// Changes of one site, or of one person, as announcements: for each two readings what happened between them.
struct SiteJournal {
  /// Whether it is about one person, so that names are those of sites.
  var isOfPerson = false
  private var readings: Readings?
  private var items: [NewsItem] = []

  /// Changes come the latest first.
  mutating func write(_ item: NewsItem, _ next: Readings, to html: inout HTMLStream) {
    if let readings, !readings.areThose(of: next) { finish(&html) }
    readings = next
    items.append(item)
  }

  mutating func finish(_ html: inout HTMLStream) {
    guard let readings, !items.isEmpty else { return }
    html += "<dt>\(readings.words)</dt>"
    html.descriptions(items, isVerbFirst: isOfPerson)
    html += "\n"
    items.removeAll(keepingCapacity: true)
  }
}

// MARK: - People

extension SiteJournal {
  /// What happened to a person on all sites, as their tenures and names tell it, the latest first.
  static func items(
    of person: PersonRecord, link: (PersonOnSite) -> (name: String, link: String?)
  ) -> [(Readings, NewsItem)] {
    var renamed: Set<[String]> = []
    return person.sites.flatMap { place in
      let (name, link) = link(place)
      let role = place.moderator.role
      func item(_ news: News, _ verb: String, _ after: Date, _ observed: Date) -> (
        Readings, NewsItem
      ) {
        (
          Readings(after: after.rfc3339, observed: observed.rfc3339),
          NewsItem(news: news, verb: verb, name: name, link: link)
        )
      }
      let tenures = place.boundsSinceRead.enumerated().flatMap { index, tenure in
        [
          tenure.beganAfter.map { absent in
            item(
              index == 0 ? .joined : .back,
              ChangeWords.ending(index == 0 ? .joined : .returned, role), absent,
              tenure.beganBefore)
          },
          tenure.endedBefore.map {
            item(.left, ChangeWords.ending(.left, role), tenure.endedAfter, $0)
          },
        ].compactMap(\.self)
      }
      // An account has one name on many sites: a new one is told once.
      let names = zip(place.names, place.names.dropFirst()).compactMap {
        old, new -> (Readings, NewsItem)? in
        guard renamed.insert([old.name, new.name]).inserted else { return nil }
        var (readings, item) = item(.renamed, "", old.lastSeen, new.firstSeen)
        (item.name, item.link, item.formerName) = (new.name, nil, old.name)
        return (readings, item)
      }
      return tenures + names
    }.sorted { ($1.0.observed, $0.1.name) < ($0.0.observed, $1.1.name) }
  }
}
