import FoundationEssentials
import Roster

extension HTMLStream {
  /// The day of an RFC 3339 instant, the instant itself kept for machines.
  mutating func day(_ instant: String?) {
    guard let instant else { return }
    time(instant, DayWords.day(instant))
  }

  /// The time between two readings, in which something happened: of two readings on one day the times are
  /// told.
  ///
  /// - Parameter after: The reading before; nil where there was none.
  mutating func moment(after: String?, observed: String) {
    guard let after else { return day(observed) }
    markup("between ")
    if DayWords.isOneDay(after, observed) {
      time(after, DayWords.timeOfDay(after))
      markup(" and ")
      time(observed, DayWords.timeOfDay(observed))
      markup(" on ")
      text(DayWords.day(observed))
    } else {
      day(after)
      markup(" and ")
      day(observed)
    }
  }

  private mutating func time(_ instant: String, _ shown: String) {
    markup("<time datetime=\"")
    text(instant)
    markup("\">")
    text(shown)
    markup("</time>")
  }

  /// A table cell with a day; empty where there is none.
  mutating func dayCell(_ instant: String?) {
    markup("<td class=\"d\">")
    day(instant)
    markup("</td>")
  }
}

// MARK: - Tenures

extension HTMLStream {
  /// A table cell with the time since when somebody moderates, or moderated last, and all tenures before.
  mutating func tenureCell(_ tenures: [Tenure]) {
    guard let last = tenures.last else { return markup("<td></td>") }
    markup("<td class=\"t\">")
    beginning(of: last)
    allTenures(tenures.map(TenureWords.sentence), TenureWords.times(tenures))
    markup("</td>")
  }

  /// How often somebody moderated a site, and each tenure on request; nothing where it was once.
  mutating func allTenures(of place: PersonOnSite) {
    allTenures(
      place.allTenures(TenureWords.sentence, unseen: TenureWords.sentence),
      TenureWords.times(place.tenures, unseen: place.unseenTenures))
  }

  private mutating func allTenures(_ sentences: [String], _ summary: String) {
    guard sentences.count > 1 else { return }
    markup("<details><summary>")
    text(summary)
    markup("</summary><ol>")
    for words in sentences {
      markup("<li>")
      text(words)
      markup("</li>")
    }
    markup("</ol></details>")
  }

  /// A table cell with the time in which somebody left.
  mutating func endCell(_ tenure: Tenure?) {
    guard let tenure, let left = tenure.leftAt else { return markup("<td></td>") }
    markup("<td class=\"t\">")
    end(of: tenure, at: left)
    markup("</td>")
  }

  /// When somebody left, as exactly as it is known.
  mutating func end(of tenure: Tenure, at left: Date) {
    guard let ended = tenure.loggedEnd else {
      return moment(after: tenure.lastSeen.rfc3339, observed: left.rfc3339)
    }
    day(ended.rfc3339)
    text(TenureWords.source)
  }

  /// Since when somebody moderates, as exactly as it is known.
  mutating func beginning(of tenure: Tenure) {
    if let began = tenure.loggedBeginning {
      day(began.rfc3339)
      text(TenureWords.source)
    } else if let absent = tenure.absentBefore {
      moment(after: absent.rfc3339, observed: tenure.firstSeen.rfc3339)
    } else {
      day(tenure.firstSeen.rfc3339)
      markup(" or earlier")
    }
  }
}

/// Tenures in words.
enum TenureWords {
  /// Said of a day that no list shows.
  static let source = " (told by the site’s log)"

  /// How often somebody moderated, and since when.
  ///
  /// - Parameter unseen: What a log tells of tenures that no roster could show.
  static func times(_ tenures: [Tenure], unseen: [LoggedTenure] = []) -> String {
    guard let first = tenures.first else { return "" }
    let count = tenures.count + unseen.count
    let logged = unseen.map(\.beganAt) + [first.loggedBeginning].compactMap(\.self)
    if let began = logged.min(), began <= first.firstSeen {
      return "\(count) times, first on \(began.dayWords)\(source)"
    }
    let since = first.firstSeen.dayWords + (first.absentBefore == nil ? " or earlier" : "")
    return "\(count) times, first \(first.absentBefore == nil ? "on" : "seen on") \(since)"
  }

  /// From when to when, as exactly as it is known.
  static func sentence(_ tenure: Tenure) -> String {
    let beginning =
      tenure.loggedBeginning.map { "joined on \($0.dayWords)\(source)" }
      ?? tenure.absentBefore.map { "joined \(between($0, tenure.firstSeen))" }
      ?? "there on \(tenure.firstSeen.dayWords) or earlier"
    let end =
      tenure.loggedEnd.map { "left on \($0.dayWords)\(source)" }
      ?? tenure.leftAt.map { "left \(between(tenure.lastSeen, $0))" }
      ?? "still there on \(tenure.lastSeen.dayWords)"
    return "\(beginning), \(end)"
  }

  /// From when to when, as a log tells it.
  static func sentence(_ tenure: LoggedTenure) -> String {
    let end = tenure.endedAt.map { "left on \($0.dayWords)" } ?? "end unknown"
    return "joined on \(tenure.beganAt.dayWords), \(end)\(source)"
  }

  private static func between(_ first: Date, _ second: Date) -> String {
    DayWords.between(first.rfc3339, second.rfc3339)
  }
}
