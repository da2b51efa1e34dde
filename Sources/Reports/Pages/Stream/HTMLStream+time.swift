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
  /// A table cell with the time since when somebody is there as what they are, or was at last, and all that was
  /// before.
  mutating func tenureCell(_ stints: [Stint], unseen: [LoggedTenure]) {
    guard let last = stints.last else { return markup("<td></td>") }
    markup("<td class=\"t\">")
    beginning(of: last.tenure)
    allTenures(stints, unseen: unseen)
    markup("</td>")
  }

  /// How often somebody moderated a site, and each time on request; nothing where it was once.
  mutating func allTenures(_ stints: [Stint], unseen: [LoggedTenure]) {
    guard stints.count + unseen.count > 1 else { return }
    markup("<details><summary>")
    text(TenureWords.summary(stints, unseen: unseen))
    markup("</summary><ol>")
    for words in TenureWords.sentences(stints, unseen: unseen) {
      markup("<li>")
      text(words)
      markup("</li>")
    }
    markup("</ol></details>")
  }

  /// A table cell with the time in which somebody left.
  mutating func endCell(_ tenure: Tenure?) {
    guard let tenure, let left = tenure.departure else { return markup("<td></td>") }
    markup("<td class=\"t\">")
    end(of: tenure, left)
    markup("</td>")
  }

  /// When somebody left, as exactly as it is known.
  mutating func end(of tenure: Tenure, _ left: (after: Date, before: Date)) {
    guard let ended = tenure.loggedEnd else {
      return moment(after: left.after.rfc3339, observed: left.before.rfc3339)
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
      // Readers of the table take it for the end of an interval.
      markup("<time data-open=\"\" datetime=\"")
      text(tenure.firstSeen.rfc3339)
      markup("\">")
      text(tenure.firstSeen.dayWords)
      markup("</time> or earlier")
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
    // Where a log does not tell an end, two tenures can be one.
    let times = (unseen.contains { $0.endedBefore == nil } ? "up to " : "") + "\(count) times"
    let logged =
      unseen.map { ($0.beganBefore, $0.beginning == nil) }
      + [first.loggedBeginning].compactMap { $0.map { ($0, false) } }
    if let (began, isOpen) = logged.min(by: { $0.0 < $1.0 }), began <= first.firstSeen {
      return "\(times), first on \(began.dayWords)\(isOpen ? " or earlier" : "")\(source)"
    }
    let since = first.firstSeen.dayWords + (first.absentBefore == nil ? " or earlier" : "")
    return "\(times), first \(first.absentBefore == nil ? "on" : "seen on") \(since)"
  }

  /// All times in the order of their beginnings, each from when to when, as exactly as that is known.
  static func sentences(_ stints: [Stint], unseen: [LoggedTenure] = []) -> [String] {
    let tellsKind = Set(stints.map(\.kind)).count > 1
    let all =
      unseen.map { ($0.beganBefore, sentence($0)) }
      + stints.map { stint in
        let tenure = stint.tenure
        return (tenure.loggedBeginning ?? tenure.firstSeen, sentence(stint, tellsKind: tellsKind))
      }
    return all.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// How often somebody moderated, and since when; what else they were, where they stayed all the time.
  static func summary(_ stints: [Stint], unseen: [LoggedTenure] = []) -> String {
    let tenures = stints.filter { !$0.followsChange }.map(\.tenure)
    guard tenures.count + unseen.count > 1 else {
      let changes = stints.count { $0.followsChange }
      return "role changed \(changes.counted("time", isGrouped: true))"
    }
    return times(tenures, unseen: unseen)
  }

  private static func sentence(_ stint: Stint, tellsKind: Bool) -> String {
    let (beginning, end) = parts(stint.tenure)
    let words = stint.kind == .moderator ? "a moderator" : "staff"
    guard !stint.followsChange else {
      let tenure = stint.tenure
      let change =
        "became \(words) \(between(tenure.absentBefore ?? tenure.firstSeen, tenure.firstSeen))"
      return stint.precedesChange ? change : "\(change), \(end)"
    }
    return (tellsKind ? "\(beginning) as \(words)" : beginning)
      + (stint.precedesChange ? "" : ", \(end)")
  }

  private static func parts(_ tenure: Tenure) -> (beginning: String, end: String) {
    let beginning =
      tenure.loggedBeginning.map { "joined on \($0.dayWords)\(source)" }
      ?? tenure.absentBefore.map { "joined \(between($0, tenure.firstSeen))" }
      ?? "there on \(tenure.firstSeen.dayWords) or earlier"
    let end =
      tenure.loggedEnd.map { "left on \($0.dayWords)\(source)" }
      ?? tenure.departure.map { "left \(between($0.after, $0.before))" }
      ?? "still there on \(tenure.lastSeen.dayWords)"
    return (beginning, end)
  }

  /// From when to when, as a log tells it.
  private static func sentence(_ tenure: LoggedTenure) -> String {
    let beginning =
      tenure.beginning.map { "joined on \($0.dayWords)" }
      ?? tenure.beganAfter.map { "joined \(between($0, tenure.beganBefore))" }
      ?? "there on \(tenure.beganBefore.dayWords) or earlier"
    let end =
      tenure.end.map { "left on \($0.dayWords)" }
      ?? tenure.endedBefore.map { "left \(between(tenure.endedAfter, $0))" }
      ?? "still there on \(tenure.endedAfter.dayWords)"
    return "\(beginning), \(end)\(source)"
  }

  private static func between(_ first: Date, _ second: Date) -> String {
    DayWords.between(first.rfc3339, second.rfc3339)
  }
}
