import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// The most tenures that the page of a site answers a day from: each has some 200 bytes, so a page has 600 kB of them at
  /// most. No wiki is known that has more.
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
    let rows = count.rows + count.former + (tally.loggedOnly[site.site] ?? 0)
    guard rows <= Self.mostAnswered, let known = try source.knownTimes(of: site.site) else {
      return ""
    }
    let made = try accountDates(of: site.site)
    var readings: [String] = []
    try source.forEachRow(of: .observations, site: site.site, order: .key) { row in
      readings.append(Record<ObservationColumn>(row)[.readAt] ?? "")
    }
    let tenures = try source.tenures(of: site.site).map { tenure in
      answer(tenure, on: site.site, made, root: root)
    }
    return #"""
      <section class="then" aria-labelledby="day" hidden="hidden" data-since="\#(known.since.rfc3339)" \#
      data-until="\#(known.until.rfc3339)" \#
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
    _ tenure: Tenure, on site: SiteRef, _ made: [Int: String], root: String
  ) -> JSONValue {
    let (user, role, bounds) = (tenure.userID, tenure.role, tenure.bounds)
    let page = user.flatMap { address(ofUser: $0, account: tenure.accountID, on: site) }
    let mark = bounds.source == .log ? TenureWords.source : ""
    // Nobody held a role before the account was made.
    let times = [
      bounds.beganAfter?.rfc3339 ?? user.flatMap { made[$0] }, bounds.beganBefore.rfc3339,
      bounds.endedAfter.rfc3339, bounds.endedBefore?.rfc3339,
    ]
    return .array(
      [
        user.map(JSONValue.integer)
          ?? .text(tenure.name.isEmpty ? bounds.beganBefore.rfc3339 : tenure.name),
        .text(
          user == nil && tenure.name.isEmpty
            ? "somebody" : ShownName.of(tenure.name, user: user ?? 0)),
        page.map { .text(root + $0) } ?? .integer(0),
        role == .moderator ? .integer(0) : .text(role.words),
        .text("\(bounds.beginning), \(bounds.end)\(mark)"),
      ] + times.map { $0.map(JSONValue.text) ?? .integer(0) })
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
