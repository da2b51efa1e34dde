import Crypto
import FoundationEssentials
import GRDB
import Roster

/// One row of the ledger: something that was read, or done to the archive.
struct Entry {
  enum Kind: String {
    /// A walk whose roster was published.
    case walk
    /// A list of elected moderators.
    case elected
    /// A list of sites.
    case sites
    /// Rows of a log of rights.
    case log
    /// Evidence was removed.
    case prune
    /// Dates of a wrong clock were corrected.
    case clock
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
  /// Counts and words as a JSON object with sorted keys. It has no value of a person.
  var body: String
  /// 32 bytes: the digest of what was read; nil where nothing was.
  var evidence: Data?
  /// 32 bytes: the digest of the roster; nil where it is that of ``previous``.
  var roster: Data?

  /// The chain's value before the first entry.
  static let noChain = Data(count: SHA256.byteCount)

  /// The contents of ``body``; each kind of entry has some of them.
  struct Body: Codable {
    var network: String?
    /// The name of a log.
    var log: String?
    var grade: String?
    /// The roles whose lists were read, in ascending order; nil where only that of `moderator` was.
    var roles: [String]?
    /// How many people are on the list, whatever their roles; how many sites; how many rows of a log.
    var items: Int?
    /// What the network itself said of their number.
    var total: Int?
    /// How many pages prove it; how many were pruned.
    var pages: Int?
    var walks: Int?
    var runs: Int?
  }

  init(
    _ kind: Kind, from began: Int? = nil, at date: Int, site: Int? = nil, _ body: Body,
    evidence: Data? = nil, roster: Data? = nil
  ) throws {
    self.kind = kind
    self.began = min(began ?? date, date)
    self.at = date
    self.site = site
    self.evidence = evidence
    self.roster = roster
    self.body = try StoredJSON.text(of: body)
  }

  /// The columns that ``init(_:)`` reads.
  static let columns = "id, kind, began, at, site, previous, body, evidence, roster, chain"

  init(_ row: GRDB.Row) throws {
    id = try row.value("id")
    kind = try Kind(rawValue: row.value("kind")) ?? .walk
    began = try row.value("began")
    at = try row.value("at")
    site = try row.value("site")
    previous = try row.value("previous")
    body = try row.value("body")
    evidence = try row.value("evidence")
    roster = try row.value("roster")
  }

  /// The chain's value after this entry: the SHA-256 of the value before it and of the row as one line,
  /// `ID KIND BEGAN AT SITE PREVIOUS EVIDENCE ROSTER BODY`, in UTF-8, with digests in hexadecimal digits and `-` for NULL.
  func chain(after previous: Data) -> Data {
    let fields = [
      "\(id)", kind.rawValue, "\(began)", "\(at)", site.map(String.init),
      self.previous.map(String.init),
      evidence?.hexadecimal, roster?.hexadecimal, body,
    ]
    var bytes = Array(previous)
    bytes.append(contentsOf: fields.map { $0 ?? "-" }.joined(separator: " ").utf8)
    return Data(SHA256.hash(data: bytes))
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

  /// The roles whose lists a walk read, by the body of its entry.
  static func roles(inBody body: String) -> Set<Role> {
    let body: Body? = StoredJSON.value(in: body)
    return Set((body?.roles ?? [Role.moderator.rawValue]).map(Role.init(rawValue:)))
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
    entry.id = (last?.entry ?? 0) + 1
    entry.previous = try site.flatMap { try Self.latest(kind, ofSite: $0, database) }
    let chain = entry.chain(after: last?.chain ?? Self.noChain)
    try database.cachedStatement(
      sql: "INSERT INTO entry (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).execute(arguments: [
      entry.id, kind.rawValue, began, at, site, entry.previous, body, evidence, roster, chain,
    ])
  }
}
