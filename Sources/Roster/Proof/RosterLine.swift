/// A line of `rosters.txt` in a report: a roster that was published.
package struct RosterLine: Hashable, Sendable {
  /// What the site was called when it was read.
  package var site: SiteRef
  /// When it was read, such as `2026-11-20`.
  package var day: String
  package var grade: String
  /// How many rows it has.
  package var count: Int
  /// That of the roster in the ledger, in hexadecimal digits.
  package var digest: String

  package init(site: SiteRef, day: String, grade: String, count: Int, digest: String) {
    self.site = site
    self.day = day
    self.grade = grade
    self.count = count
    self.digest = digest
  }

  package var text: String {
    "\(site.network) \(site.id) \(day) \(grade) \(count) \(digest)"
  }

  /// The file in a report. Its first line is the head of the ledger.
  package static let path = "rosters.txt"
  /// The head of a ledger without entries.
  package static let noHead = String(repeating: "0", count: 64)
}
