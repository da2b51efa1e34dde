import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// The most tenures that the page of a site answers a day from: each has some 200 bytes, so a page has 600 kB of them at
  /// most. No wiki is known that has more.
  static let mostAnswered = 3_000

  /// Where the page of a site answers a day, a month or a year, by a script from ``answers(_:root:)``. Without scripts
  /// nothing is shown.
  func day(_ known: SiteHistory?) -> HTML {
    guard let known, known.tenures.count <= Self.mostAnswered else { return "" }
    let hides: HTML = known.hidesRows ? #" data-hides="1""# : ""
    return #"""
      <section class="then" aria-labelledby="day" hidden="hidden" \#
      data-since="\#(known.looks?.lowerBound.rfc3339)" data-until="\#(known.looks?.upperBound.rfc3339)" \#
      data-readings="\#(Self.gaps(of: known.readingDays))"\#(hides)>
      <h2 id="day">Who moderated then</h2>
      </section>

      """#
  }

  /// Every tenure with its bounds. An element of its own in the middle of the page lets a browser read what stands before
  /// and after it in two steps.
  ///
  /// A tenure is `[holder, name or names, page or 0, role or 0, words, began after, began before, ended after, ended before]`, the
  /// times as text, 0 where there is none; see ``TenureBounds/known(in:)``. Names are `[name, since, name, since, name …]`.
  func answers(_ known: SiteHistory?, root: String) -> HTML? {
    guard let known, known.tenures.count <= Self.mostAnswered else { return nil }
    let tenures = known.tenures.enumerated().map { answer($1, $0, on: known.site, root: root) }
    return "\(.data(.array(tenures)))\n"
  }

  /// The day of the first reading since 1970, and the days from each day with readings to the next one.
  private static func gaps(of readings: Set<DayNumber>) -> String {
    let days = readings.map(\.unixDay).sorted()
    return zip(days, [0] + days).map { String($0 - $1) }.joined(separator: " ")
  }

  /// - Parameter place: What tells apart those of whom neither a name nor an id is told.
  private func answer(
    _ tenure: Tenure, _ place: Int, on site: SiteRef, root: String
  ) -> JSONValue {
    let (user, role, bounds) = (tenure.userID, tenure.role, tenure.bounds)
    let page =
      tenure.isListed ? address(ofUser: user, account: tenure.accountID, on: site) : nil
    // Nobody held a role before the account was made.
    let times = [
      bounds.beganAfter ?? tenure.registeredAt, bounds.beganBefore, bounds.endedAfter,
      bounds.endedBefore,
    ]
    return .array(
      [
        user.map(JSONValue.integer)
          ?? .text(tenure.name.isEmpty ? "/\(place)" : tenure.name),
        names(of: tenure),
        page.map { .text(root + $0) } ?? .integer(0),
        role == .moderator ? .integer(0) : .text(role.words),
        .text("\(bounds.beginning), \(bounds.end)\(bounds.remark)"),
      ] + times.map { $0.map { .text($0.rfc3339) } ?? .integer(0) })
  }

  private func names(of tenure: Tenure) -> JSONValue {
    func shown(_ name: String) -> JSONValue { .text(ShownName.of(name, user: tenure.userID)) }
    let later = tenure.names.dropFirst().flatMap { [.text($0.since.rfc3339), shown($0.name)] }
    return later.isEmpty
      ? shown(tenure.name) : .array([shown(tenure.names[0].name)] + later)
  }
}
