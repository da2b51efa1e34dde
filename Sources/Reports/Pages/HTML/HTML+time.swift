import FoundationEssentials
import Roster

extension HTML {
  /// The day of a moment, the moment itself kept for machines.
  static func day(_ date: Date?) -> HTML? {
    date.map { .time($0.rfc3339, $0.dayWords) }
  }

  /// The time between two readings, in which something happened: of two readings on one day the times are
  /// told.
  ///
  /// - Parameter after: The reading before; nil where there was none.
  private static func moment(after: Date, observed: Date) -> HTML {
    let (first, last) = (after.rfc3339, observed.rfc3339)
    guard DayWords.isOneDay(first, last) else {
      return "between \(.time(first, DayWords.day(first, before: last))) and \(.day(observed))"
    }
    let times = [first, last].map { HTML.time($0, DayWords.timeOfDay($0)) }
    return "between \(times[0]) and \(times[1]) on \(DayWords.day(last))"
  }

  private static func time(_ instant: String, _ shown: String) -> HTML {
    #"<time datetime="\#(instant)">\#(shown)</time>"#
  }

  /// A table cell with a day; empty where there is none.
  static func dayCell(_ date: Date?) -> HTML { #"<td class="d">\#(.day(date))</td>"# }

  /// A table cell with the time since when somebody is there as what they are, or was at last, and all that was
  /// before.
  static func tenureCell(_ stints: [Stint]) -> HTML {
    guard let last = stints.last else { return "<td></td>" }
    return #"<td class="t">\#(.beginning(of: last.tenure))\#(.allTenures(stints))</td>"#
  }

  /// How often somebody moderated a site, and each time on request; nothing where it was once.
  static func allTenures(_ stints: [Stint]) -> HTML {
    guard stints.count > 1 else { return "" }
    let times = TenureWords.sentences(stints).map { "<li>\($0)</li>" as HTML }
    return "<details><summary>\(TenureWords.summary(stints))</summary><ol>\(times)</ol></details>"
  }

  /// When somebody left, as exactly as it is known; nil where they did not.
  static func end(of tenure: TenureBounds) -> HTML? {
    tenure.endedBefore.map { left in
      tenure.loggedEnd.map { "\(.day($0))\(tenure.remark)" }
        ?? .moment(after: tenure.endedAfter, observed: left)
    }
  }

  /// Since when somebody moderates, as exactly as it is known.
  static func beginning(of tenure: TenureBounds) -> HTML {
    if let began = tenure.loggedBeginning {
      return "\(.day(began))\(tenure.remark)"
    }
    let seen = tenure.beganBefore
    if let absent = tenure.beganAfter { return .moment(after: absent, observed: seen) }
    // Readers of the table take it for the end of an interval.
    return #"<time data-open="" datetime="\#(seen.rfc3339)">\#(seen.dayWords)</time> or earlier"#
  }
}

/// Tenures in words.
enum TenureWords {
  /// How often somebody moderated, and since when.
  static func times(_ tenures: [TenureBounds]) -> String {
    guard let first = tenures.first else { return "" }
    // Two parts are perhaps one tenure where nobody knows what was between them.
    let isOpen = zip(tenures, tenures.dropFirst()).contains { one, next in
      one.endedBefore.map { $0 > next.beganAfter ?? .distantPast } ?? true
    }
    let since = first.beganBefore.dayWords + (first.beganAfter == nil ? " or earlier" : "")
    let isSeen = first.beganAfter != nil && first.loggedBeginning == nil
    return
      "\(isOpen ? "up to " : "")\(tenures.count) times, first \(isSeen ? "seen on" : "on") \(since)"
      + first.remark
  }

  /// All times in the order of their beginnings, each from when to when, as exactly as that is known.
  static func sentences(_ stints: [Stint]) -> [String] {
    let tellsKind = Set(stints.map(\.kind)).count > 1
    return stints.map { sentence($0, tellsKind: tellsKind) }
  }

  /// How often somebody moderated, and since when; what else they were, where they stayed all the time.
  static func summary(_ stints: [Stint]) -> String {
    let tenures = stints.filter { !$0.followsChange }.map(\.tenure)
    guard tenures.count > 1 else {
      let changes = stints.count { $0.followsChange }
      return "role changed \(changes.counted("time", isGrouped: true))"
    }
    return times(tenures)
  }

  private static func sentence(_ stint: Stint, tellsKind: Bool) -> String {
    let tenure = stint.tenure
    let words = stint.kind == .moderator ? "a moderator" : "staff"
    let end = stint.precedesChange ? "" : ", \(tenure.end)"
    guard !stint.followsChange else {
      return "became \(words) \(tenure.from)\(end)"
    }
    // Of a log are the moments, or all that it tells of a time without one.
    let isOfEnd = tenure.loggedEnd != nil || tenure.loggedBeginning == nil
    let remark = tenure.remark
    return
      "\(tenure.beginning)\(tellsKind ? " as \(words)" : "")\(isOfEnd ? "" : remark)\(end)\(isOfEnd ? remark : "")"
  }
}
