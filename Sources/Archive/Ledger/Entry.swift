import Crypto
import FoundationEssentials
import GRDB
import Roster

/// One row of the ledger: something that was read, or done to the archive.
struct Entry: FetchableRecord {
  enum Kind: String, CaseIterable, DatabaseValueConvertible, StatementColumnConvertible {
    /// A walk whose roster was published.
    case walk
    /// A walk that published nothing.
    case attempt
    /// A list of elected moderators.
    case elected
    /// A list of sites.
    case sites
    /// Rows of a log of rights.
    case log
    /// An imported file, such as a dump of logs.
    case backfill
    /// Evidence was removed.
    case prune
    /// Dates of a wrong clock were corrected.
    case clock
    /// Somebody was withheld.
    case withhold
    /// The API of a network: the one that answered first, or another that took its place.
    case api
    /// The entries before this one are those of other archives.
    case merge
  }

  var id = 0
  var kind: Kind
  /// Unix seconds: what was read may lack what happened since then.
  var began: Int
  /// Unix seconds: the moment at which what was read is true.
  var at: Int
  /// A row of `site`; nil where it concerns no site alone.
  var site: Int?
  /// The site's entry of this kind before this one.
  var previous: Int?
  /// Rows of `run` and `source`.
  var run: Int?
  var source: Int?
  var grade: String?
  /// How many rows or ids were read; how many sites; how many rows of a log.
  var items: Int?
  /// What the network itself said of their number.
  var total: Int?
  /// How many pages prove it; how many were pruned.
  var pages: Int?
  /// Requests sent for it, retries included.
  var requests: Int?
  /// What else there is to say, as a JSON object with sorted keys; nil where it is empty. It has no value of a person.
  var body: String?
  /// 32 bytes: the digest of what was read; nil where nothing was.
  var evidence: Data?
  /// 32 bytes: the digest of the roster; nil where it is that of ``previous``.
  var roster: Data?

  /// The chain's value before the first entry.
  static let noChain = Data(count: SHA256.byteCount)

  /// The contents of ``body``; each kind of entry has some of them.
  struct Body: Codable {
    /// The identity of the archive, in the first entry.
    var archive: String?
    var network: String?
    var api: String?
    /// The name of a log.
    var log: String?
    /// The name, the size in bytes and the SHA-256 of a file that was read.
    var file: String?
    var bytes: Int?
    var sha256: String?
    /// The roles whose lists were read, in ascending order; nil where only that of `moderator` was.
    var roles: [String]?
    /// How many users a published roster has, where that is another number than that of its rows.
    var users: Int?
    /// That of a walk, and its reasons, separated by spaces; nil for `complete`.
    var verdict: String?
    var reasons: String?
    /// The digest of the former reputations that are kept with a walk, in hexadecimal digits; nil where there are none.
    var reputations: String?
    /// Unix seconds: the moment before which evidence was pruned.
    var before: Int?
    /// How many runs were pruned.
    var runs: Int?
    /// How many published walks got other dates.
    var walks: Int?
    /// How many people were withheld.
    var withheld: Int?
    /// Whether a list of sites is believed to have them all; nil where it is not.
    var whole: Bool?
    /// How many open sites a list lacked that is not; nil where it lacked none.
    var lacking: Int?
    /// The heads of the archives that were merged, in hexadecimal digits.
    var heads: [String]?
  }

  init(
    _ kind: Kind, from began: Int? = nil, at date: Int, site: Int? = nil, _ body: Body = Body(),
    evidence: Data? = nil
  ) throws {
    self.kind = kind
    self.began = min(began ?? date, date)
    self.at = date
    self.site = site
    self.evidence = evidence
    self.body = try Self.text(of: body)
  }

  /// - Parameter row: A row that begins with the ``columns``. They are read by their position: by name, that takes most of
  ///   the time in which a chain is verified.
  init(row: GRDB.Row) throws {
    id = try row.value(0)
    kind = try row.value(1)
    began = try row.value(2)
    at = try row.value(3)
    site = try row.value(4)
    previous = try row.value(5)
    run = try row.value(6)
    source = try row.value(7)
    grade = try row.value(8)
    items = try row.value(9)
    total = try row.value(10)
    pages = try row.value(11)
    requests = try row.value(12)
    evidence = try row.value(13)
    roster = try row.value(14)
    body = try row.value(15)
  }

  /// The ``body`` of an entry.
  static func text(of body: Body) throws -> String? {
    let text = try StoredJSON.text(of: body)
    return text == "{}" ? nil : text
  }

  private enum Column: String, CaseIterable {
    case id, kind, began, at, site, previous, run, source, grade, items, total, pages, requests,
      evidence, roster, body
  }
  /// The columns in the order of the chain.
  static let columns = Column.allCases.map(\.rawValue).joined(separator: ", ")
  /// How many these are.
  static let columnCount = Column.allCases.count

  private var values: [DatabaseValue] {
    [
      id.databaseValue, kind.databaseValue, began.databaseValue, at.databaseValue,
      site.databaseValue, previous.databaseValue, run.databaseValue, source.databaseValue,
      grade.databaseValue, items.databaseValue, total.databaseValue, pages.databaseValue,
      requests.databaseValue, evidence.databaseValue, roster.databaseValue, body.databaseValue,
    ]
  }

  /// The chain's value after this entry: the SHA-256 of the value before it and of the row as one line in UTF-8: the values
  /// of all columns but `chain`, in their order, with a space between them, digests in hexadecimal digits, and `-` for
  /// NULL.
  func chain(after previous: Data) -> Data {
    var line = Array(previous)
    line.reserveCapacity(512)
    for (column, value) in values.enumerated() {
      if column > 0 { line.append(UInt8(ascii: " ")) }
      switch value.storage {
      case .null: line.append(UInt8(ascii: "-"))
      case .int64(let number): line.append(contentsOf: String(number).utf8)
      case .double(let number): line.append(contentsOf: String(number).utf8)
      case .string(let text): line.append(contentsOf: text.utf8)
      case .blob(let digest): line.append(hexadecimal: digest)
      }
    }
    return Data(SHA256.hash(data: line))
  }
}

extension Entry {
  /// Whether the row `e` is a walk that read the list of a role.
  ///
  /// - Parameter role: SQL with its name.
  static func lists(role: String) -> String {
    """
    e.kind = 'walk' AND iif(e.body ->> '$.roles' IS NULL, \(role) = '\(Role.moderator.rawValue)',
      EXISTS (SELECT 1 FROM json_each(e.body, '$.roles') r WHERE r.value = \(role)))
    """
  }

  /// The row id that the next entry gets. Entries are never removed, so there is no gap.
  static func nextID(_ database: Database) throws -> Int {
    try (LedgerPlace.latest(database)?.entry ?? 0) + 1
  }

  /// The site's latest entry of a kind; nil without one.
  static func latest(_ kind: Kind, ofSite site: Int, _ database: Database) throws -> Int? {
    let statement = try database.cachedStatement(
      sql: "SELECT max(id) FROM entry WHERE site = ? AND kind = ?")
    return try Int.fetchOne(statement, arguments: [site, kind.rawValue])
  }

  /// Appends the entry to the ledger. It gets the next row id, the site's entry before it, and its place in the chain.
  func append(to database: Database) throws {
    var entry = self
    let last = try LedgerPlace.latest(database)
    if last == nil {
      var body = body.flatMap { StoredJSON.value(in: $0) } ?? Body()
      body.archive = try String.fetchOne(database, sql: "SELECT uuid FROM archive")
      entry.body = try Self.text(of: body)
    }
    entry.id = (last?.entry ?? 0) + 1
    entry.previous = try site.flatMap { try Self.latest(kind, ofSite: $0, database) }
    let chain = entry.chain(after: last?.chain ?? Self.noChain)
    let marks = Column.allCases.map { _ in "?" }.joined(separator: ", ")
    try database.cachedStatement(
      sql: "INSERT INTO entry (\(Self.columns), chain) VALUES (\(marks), ?)"
    ).execute(arguments: StatementArguments(values: entry.values + [chain.databaseValue]))
  }
}
