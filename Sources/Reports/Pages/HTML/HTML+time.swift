import FoundationEssentials
import Roster

extension HTML {
  /// The day of an RFC 3339 instant, the instant itself kept for machines.
  static func day(_ instant: String?) -> HTML? {
    instant.map { .time($0, DayWords.day($0)) }
  }

  /// The time between two readings, in which something happened: of two readings on one day the times are
  /// told.
  ///
  /// - Parameter after: The reading before; nil where there was none.
  private static func moment(after: Date, observed: Date) -> HTML {
    let (first, last) = (after.rfc3339, observed.rfc3339)
    guard DayWords.isOneDay(first, last) else {
      return "between \(.time(first, DayWords.day(first, before: last))) and \(.day(last))"
    }
    let times = [first, last].map { HTML.time($0, DayWords.timeOfDay($0)) }
    return "between \(times[0]) and \(times[1]) on \(DayWords.day(last))"
  }

  private static func time(_ instant: String, _ shown: String) -> HTML {
    #"<time datetime="\#(instant)">\#(shown)</time>"#
  }

  /// A table cell with a day; empty where there is none.
  static func dayCell(_ instant: String?) -> HTML { #"<td class="d">\#(.day(instant))</td>"# }

  /// A table cell with the time since when somebody is there as what they are, or was at last, and all that was
  /// before.
  static func tenureCell(_ stints: [Stint], unseen: [LoggedTenure]) -> HTML {
    guard let last = stints.last else { return "<td></td>" }
    let all = HTML.allTenures(stints, unseen: unseen)
    return #"<td class="t">\#(.beginning(of: last.tenure))\#(all)</td>"#
  }

  /// How often somebody moderated a site, and each time on request; nothing where it was once.
  static func allTenures(_ stints: [Stint], unseen: [LoggedTenure]) -> HTML {
    guard stints.count + unseen.count > 1 else { return "" }
    let times = TenureWords.sentences(stints, unseen: unseen).map { "<li>\($0)</li>" as HTML }
    return """
      <details><summary>\(TenureWords.summary(stints, unseen: unseen))</summary>\
      <ol>\(times)</ol></details>
      """
  }

  /// A table cell with the time in which somebody left.
  static func endCell(_ tenure: Tenure?) -> HTML {
    guard let end = tenure.flatMap(HTML.end) else { return "<td></td>" }
    return #"<td class="t">\#(end)</td>"#
  }

  /// When somebody left, as exactly as it is known; nil where they did not.
  static func end(of tenure: Tenure) -> HTML? {
    tenure.departure.map { left in
      tenure.loggedEnd.map { "\(.day($0.rfc3339))\(TenureWords.source)" }
        ?? .moment(after: left.after, observed: left.before)
    }
  }

  /// Since when somebody moderates, as exactly as it is known.
  static func beginning(of tenure: Tenure) -> HTML {
    if let began = tenure.loggedBeginning { return "\(.day(began.rfc3339))\(TenureWords.source)" }
    if let absent = tenure.absentBefore {
      return .moment(after: absent, observed: tenure.firstSeen)
    }
    // Readers of the table take it for the end of an interval.
    let seen = tenure.firstSeen
    return #"<time data-open="" datetime="\#(seen.rfc3339)">\#(seen.dayWords)</time> or earlier"#
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
      unseen.map { ($0.beganBefore, $0.beganAfter != $0.beganBefore) }
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
    (
      tenure.bounds.beginning + (tenure.loggedBeginning == nil ? "" : source),
      tenure.bounds.end + (tenure.loggedEnd == nil ? "" : source)
    )
  }

  /// From when to when, as a log tells it.
  private static func sentence(_ tenure: LoggedTenure) -> String {
    "\(tenure.bounds.beginning), \(tenure.bounds.end)\(source)"
  }

  private static func between(_ first: Date, _ second: Date) -> String {
    DayWords.between(first.rfc3339, second.rfc3339)
  }
}
