import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// The most tenures that the page of a site answers a day from.
  private static let mostAnswered = 3_000

  /// Who moderated a site in a time that a reader asks for, and all times as a drawing.
  func times(of site: Record<SiteColumn>, root: String) throws -> HTML {
    "\(try day(of: site, root: root))\(try timeline(of: site.site, root: root))"
  }

  /// What the page of a site answers a day, a month or a year from: every tenure with its bounds, for a script. Without
  /// scripts nothing is shown.
  ///
  /// A tenure is `[holder, name, page or 0, role or 0, words, began after, began before, ended after, ended before]`, the
  /// times as text, 0 where there is none; see ``TenureBounds/known(in:)``.
  private func day(of site: Record<SiteColumn>, root: String) throws -> HTML {
    let count = tally.counts[site.site] ?? ReportTally.SiteCount()
    guard count.rows + count.former <= Self.mostAnswered else { return "" }
    let made = try accountDates(of: site.site)
    var readings: [String] = []
    try source.forEachRow(of: .observations, site: site.site, order: .key) { row in
      readings.append(Record<ObservationColumn>(row)[.readAt] ?? "")
    }
    var tenures: [JSONValue] = []
    var (since, until) = (readings.first, readings.last)
    try source.forEachRow(of: .tenures, site: site.site, order: .key) { row in
      let tenure = Record<TenureColumn>(row)
      guard let known = AnsweredTenure(tenure, readings) else { return }
      if tenure[.grade] == nil {
        since = min(since ?? known.beganBefore, known.beganBefore)
        until = max(until ?? known.endedAfter, known.endedAfter)
      }
      tenures.append(answer(tenure, known, made, root: root))
    }
    guard let since, let until, tenures.count <= Self.mostAnswered else { return "" }
    return #"""
      <section class="then" aria-labelledby="day" hidden="hidden" data-since="\#(since)" data-until="\#(until)" \#
      data-readings="\#(Self.gaps(of: readings))" \#
      data-tenures="\#(JSONValue.array(tenures).line)">
      <h2 id="day">Who moderated then</h2>
      </section>

      """#
  }

  /// The day of the first reading since 1970, and the days from each day with readings to the next one.
  private static func gaps(of readings: [String]) -> String {
    let days = Set(readings.compactMap { DayNumber($0)?.unixDay }).sorted()
    return zip(days, [0] + days).map { String($0 - $1) }.joined(separator: " ")
  }

  private func answer(
    _ tenure: Record<TenureColumn>, _ known: AnsweredTenure, _ made: [Int: String], root: String
  ) -> JSONValue {
    let (user, name) = (tenure.number(.userID), tenure[.displayName])
    let page = user.flatMap {
      address(ofUser: $0, account: tenure.number(.accountID), on: tenure.site)
    }
    let role = tenure.role ?? .moderator
    return .array(
      [
        user.map(JSONValue.integer) ?? .text(name ?? ""),
        .text(ShownName.of(name, user: user ?? 0)),
        page.map { .text(root + $0) } ?? .integer(0),
        role == .moderator ? .integer(0) : .text(role.words), .text(known.words),
      ] + known.times(madeAt: user.flatMap { made[$0] }))
  }

  /// When the accounts of a site's users were made, as far as it is known.
  private func accountDates(of site: SiteRef) throws -> [Int: String] {
    var dates: [Int: String] = [:]
    for view in [View.moderators, .formerModerators] {
      try source.forEachRow(of: view, site: site, order: .key) { row in
        let moderator = Record<ModeratorColumn>(row)
        if let user = moderator.number(.userID) { dates[user] = moderator[.memberSince] }
      }
    }
    return dates
  }
}

/// The bounds of a row of `tenures` as a script reads them.
private struct AnsweredTenure {
  let beganBefore: String
  let endedAfter: String
  let words: String
  private let beganAfter: String?
  private let endedBefore: String?

  /// - Parameter readings: After a reading whoever holds a role is on its roster: it ends what a log tells without an
  ///   end.
  init?(_ tenure: Record<TenureColumn>, _ readings: [String]) {
    let texts = [TenureColumn.beganAfter, .beganBefore, .endedAfter, .endedBefore].map {
      tenure[$0]
    }
    let dates = texts.map { $0.flatMap(Date.init(dayOrInstant:)) }
    guard let began = texts[1], let ended = texts[2], let first = dates[1], let last = dates[2]
    else {
      return nil
    }
    (beganAfter, beganBefore, endedAfter) = (texts[0], began, ended)
    endedBefore = texts[3] ?? (tenure[.grade] == nil ? readings.first { $0 > ended } : nil)
    let bounds = TenureBounds(
      beganAfter: dates[0], beganBefore: first, endedAfter: last, endedBefore: dates[3],
      source: tenure[.source].flatMap(TenureBounds.Source.init(rawValue:)) ?? .reading)
    let mark = bounds.source == .log ? TenureWords.source : ""
    words = "\(bounds.beginning), \(bounds.end)\(mark)"
  }

  /// - Parameter madeAt: When the account was made: nobody held a role before.
  func times(madeAt: String?) -> [JSONValue] {
    [beganAfter ?? madeAt, beganBefore, endedAfter, endedBefore].map { time in
      time.map(JSONValue.text) ?? .integer(0)
    }
  }
}
