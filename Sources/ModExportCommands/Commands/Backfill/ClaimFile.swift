import FoundationEssentials
import Networks
import Roster
import Tables

/// A table with columns of `tenures`, of which somebody at an address claims each row.
///
/// A row needs a `site` unless the user names one, a `user_id` or a `display_name`, and one of `began_before` and
/// `ended_after`. What it says of its own source and grade does not count.
struct ClaimFile {
  private var reader: CSVReader
  private let columns: [TenureColumn?]
  private let site: SiteRef?
  private let url: String
  private let directory: SiteDirectory
  private let now: Date
  private var sites: [String: SiteRef] = [:]

  /// Reads the header.
  ///
  /// - Throws: `CSVReader.Malformed` where it lacks a column, or has one that `tenures` lacks; what the source throws.
  init(
    _ reader: CSVReader, of site: SiteRef?, from url: String, among directory: SiteDirectory,
    now: Date
  ) throws {
    (self.reader, self.site, self.url) = (reader, site, url)
    (self.directory, self.now) = (directory, now)
    let names = try self.reader.next() ?? []
    let known = Dictionary(uniqueKeysWithValues: TenureColumn.allCases.map { ($0.name, $0) })
    columns = names.map { known[$0] }
    if let unknown = names.first(where: { known[$0] == nil }) {
      let isSeparated = unknown.contains { [";", "\t"].contains($0) }
      throw failure(
        "the table has the column '\(unknown)', which `tenures` has not"
          + (isSeparated ? "; columns are separated by commas" : ""))
    }
    guard Set(columns).count == columns.count else { throw failure("a column stands twice") }
    let has = { [columns] (column: TenureColumn) in columns.contains(column) }
    guard has(.userID) || has(.displayName), has(.beganBefore) || has(.endedAfter),
      site != nil || has(.site)
    else {
      throw failure(
        "the table needs the columns site, user_id or display_name, and began_before or ended_after"
      )
    }
  }

  /// The tenure that the next row claims; nil at the end.
  ///
  /// - Throws: `CSVReader.Malformed` where a row is none; `CommandFailure` where the archive does not contain its site;
  ///   what the source throws.
  mutating func next() throws -> (SiteRef, Tenure)? {
    guard let fields = try reader.next() else { return nil }
    guard fields.count == columns.count else {
      throw failure(
        "the record has \(fields.count.counted("field")), and the header \(columns.count)")
    }
    var row: [TenureColumn: String] = [:]
    for (column, field) in zip(columns, fields) { row[column ?? .grade] = field.unlessEmpty }
    let user = try number(row[.userID], "user_id")
    if let user, user < 1 { throw failure("\(user) in user_id is the id of no person") }
    let name = row[.displayName] ?? ""
    guard user != nil || !name.isEmpty else { throw failure("the record names nobody") }
    let tenure = Tenure(
      userID: user, accountID: try number(row[.accountID], "account_id"),
      name: name.withoutNull, role: row[.role].map(Role.init(rawValue:)) ?? .moderator,
      bounds: try bounds(row))
    return (try site(row), tenure)
  }

  /// A day without a time counts as that moment of it at which least is known.
  private func bounds(_ row: [TenureColumn: String]) throws -> TenureBounds {
    func date(_ column: TenureColumn, isEnd: Bool) throws -> Date? {
      try row[column].map { text in
        let isDay = text.utf8.count == 10
        guard let date = Date(dayOrInstant: isDay && !isEnd ? text + "T00:00:00Z" : text) else {
          throw failure(
            "'\(text)' in \(column.name) is no day and no instant such as 2019-06-30T03:00:00Z")
        }
        if date.isYetToCome(at: now) { throw failure("\(column.name) is yet to come") }
        return date
      }
    }
    let (after, before) = (try date(.beganAfter, isEnd: false), try date(.beganBefore, isEnd: true))
    let (until, end) = (try date(.endedAfter, isEnd: false), try date(.endedBefore, isEnd: true))
    guard let first = before ?? until, let last = until ?? before else {
      throw failure("the record has neither began_before nor ended_after")
    }
    guard last.addingTimeInterval(86_400) > first, after.map({ $0 <= first }) ?? true,
      end.map({ last <= $0 }) ?? true
    else { throw failure("the four bounds are not in the order of time") }
    return TenureBounds(
      beganAfter: after, beganBefore: first, endedAfter: max(first, last),
      endedBefore: end.map { max($0, first) }, source: .claim, sourceURL: url)
  }

  private mutating func site(_ row: [TenureColumn: String]) throws -> SiteRef {
    guard let text = row[.site] else {
      guard let site else { throw failure("the record names no site") }
      return site
    }
    let name = row[.network].map { "\($0):\(text)" } ?? text
    if let known = sites[name] { return known }
    switch directory.resolve(name) {
    case .found(let found):
      sites[name] = found.ref
      return found.ref
    case .ambiguous(let sites): throw CommandFailure(ambiguous: name, sites)
    case .unknown(let near): throw CommandFailure(unknownSite: name, suggestions: near)
    }
  }

  private func number(_ text: String?, _ column: String) throws -> Int? {
    try text.map { text in
      guard let number = Int(text) else { throw failure("'\(text)' in \(column) is no number") }
      return number
    }
  }

  private func failure(_ reason: String) -> CSVReader.Malformed {
    CSVReader.Malformed(line: reader.line, reason: reason)
  }
}
