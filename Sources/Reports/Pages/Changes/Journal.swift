import FoundationEssentials
import Roster

extension HTMLReport {
  /// Changes of all sites as announcements: a card for each day of readings, in it each site with who came and went.
  ///
  /// - Parameters:
  ///   - changes: The latest first.
  ///   - told: Days whose card stands on an earlier page.
  func cards(of changes: [ReportedChange], root: String, told: Set<DayNumber>) -> HTML {
    if changes.isEmpty {
      return
        "<p>No change has been seen yet. Changes appear from the second reading of a site on.</p>\n"
    }
    let cards = changes.runs { $0.day == $1.day }.map { changes in
      let day = changes[0].day
      let parts = changes.runs { $0.site == $1.site && $0.readings.areThose(of: $1.readings) }
      return """
        \(head(of: day, isFirst: !told.contains(day)))\(parts.map { part(of: day, $0, root: root) })</article>

        """ as HTML
    }
    return "\(cards)"
  }

  /// The head of a day with what its readings saw in all.
  private func head(of day: DayNumber, isFirst: Bool) -> HTML {
    let (name, words) = (day.date.utcDay, DayWords.day(day) + (isFirst ? "" : ", continued"))
    return ##"""
      <article class="day"\##(if: isFirst, #" id="d\#(name)""#)><h2><a href="#d\##(name)">\##(words)</a></h2>\##
      \##(changes.days[day]?.summary ?? "<p></p>")
      """##
  }

  /// The changes of one site on a day.
  private func part(of day: DayNumber, _ all: [ReportedChange], root: String) -> HTML {
    // What is true of the whole card stands in its head.
    let readings = (all.last?.readings)
      .flatMap { changes.days[day]?.tells($0) == true ? nil : $0 }
    let time = readings.map { #"<p class="when">\#($0.words)</p>"# as HTML }
    let items = all.map { change in
      var item = NewsItem(change, self, root: root)
      item.id = change.id
      return item
    }
    return """

      <div><h3>\(link(to: all[0].site, root: root))</h3>\(time)\(HTML.news(items))</div>
      """
  }
}

extension Array {
  /// The parts in which each element belongs to the one before.
  func runs(where belong: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { runs, element in
      if let last = runs.last?.last, belong(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
  }
}

extension ChangePlan.Day {
  /// Whether the head of the day says between which days a change happened.
  fileprivate func tells(_ readings: Readings) -> Bool {
    readings.after.map { DayNumber($0) == before && interval != nil } ?? true
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

extension HTML {
  /// Changes of one site as announcements: for each two readings what happened between them.
  ///
  /// - Parameter items: The latest first.
  static func journal(_ items: [(Readings, NewsItem)]) -> HTML {
    let parts = items.runs { $0.0.areThose(of: $1.0) }.map { part -> HTML in
      """
      <dt>\(part.last?.0.words)</dt>\(descriptions(part.map(\.1)))

      """
    }
    return "\(parts)"
  }
}
