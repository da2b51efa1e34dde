import FoundationEssentials
package import Markup
package import Roster

/// The badges of a site's data dump (`Badges.xml`), of which two are for moderators.
package final class BadgeDump {
  /// Rows that were read so far.
  package private(set) var count = 0
  private let records: XMLRecords

  /// The name of the root of such a document.
  package static let root = "badges"
  /// The attributes of rows that are read.
  package static let fields: Set<String> = ["UserId", "Name", "Date", "TagBased"]

  /// Awarded to moderators, elected ones and those appointed for the time until then, who served for a year.
  private static let names: Set<String> = ["Sheriff", "Constable"]

  /// 31 July 2008, the day of the first row in any dump of the network: a badge of an earlier day was never awarded.
  private static let beginning = Date(timeIntervalSince1970: 1_217_462_400)

  /// - Parameter records: With ``fields``, of a document with ``root``.
  package init(_ records: XMLRecords) { self.records = records }

  /// What the next badge of a moderator says: that they had moderated for a year by then. Nil at the end.
  ///
  /// - Throws: `XMLFailure` where the document is damaged, or such a badge has no user or no possible date; what the records' source
  ///   throws.
  package func next() throws -> Tenure? {
    while let record = try records.next() {
      count += 1
      let row = record.attributes
      guard let name = row["Name"], Self.names.contains(name), row["TagBased"] != "True" else {
        continue
      }
      guard let user = row["UserId"].flatMap({ Int($0) }),
        let date = row["Date"].flatMap({ Date(dayOrInstant: $0 + ($0.hasSuffix("Z") ? "" : "Z")) })
      else { throw XMLFailure(record.line, "a badge \(name) has no user or no date") }
      guard date >= Self.beginning else {
        throw XMLFailure(record.line, "a badge \(name) is dated before the network began")
      }
      // The Community user is no person.
      guard user > 0 else { continue }
      return Tenure(
        userID: user,
        bounds: TenureBounds(
          beganAfter: nil, beganBefore: date.addingTimeInterval(-365 * 86_400), endedAfter: date,
          endedBefore: nil, source: .badge))
    }
    return nil
  }
}
