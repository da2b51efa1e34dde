import GRDB
import Roster

/// The texts of one member that are searched, folded: a pure function of the tables, so that `verify` can compare
/// the two.
struct SearchDocument: Hashable {
  let member: Int
  /// The word for the site.
  let site: String
  let name: String
  /// A line for each former name.
  let former: String
  let location: String
  let about: String

  /// The document of the member with a row id, from the tables as they are now; nil without one, and for who is withheld.
  static func fetch(_ member: Int, _ database: Database) throws -> SearchDocument? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT m.site, n.display_name, m.location, m.about_text
        FROM member m JOIN name n ON n.member = m.id AND n.until IS NULL
        WHERE m.id = ? AND \(Withheld.isShown("m"))
        """)
    return try statement.readOne([member]) { row in
      let names = try String.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT p.display_name FROM name n JOIN name p ON p.member = n.member AND p.until = n.since
            WHERE n.member = ?1 AND n.begins = 1
            UNION SELECT name FROM logged_name WHERE member = ?1
            """), arguments: [member])
      return try SearchDocument(member, row, formerNames: names)
    }
  }

  /// - Parameter formerNames: In any order, possibly with duplicates and the current one.
  private init(_ member: Int, _ row: GRDB.Row, formerNames: [String]) throws {
    self.member = member
    site = try Self.siteWord(row.value(0))
    let displayName: String = try row.value(1)
    name = FoldedText.folding(displayName)
    former = Set(formerNames).subtracting([displayName]).sorted().map(FoldedText.folding)
      .joined(separator: "\n")
    location = try (row.value(2) as String?).map(FoldedText.folding) ?? ""
    about = try (row.value(3) as String?).map(FoldedText.folding) ?? ""
  }

  /// The values in the order of the columns of `search_document`.
  private var values: StatementArguments { [member, site, name, former, location, about] }

  func insert(_ database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO search_document VALUES (?, ?, ?, ?, ?, ?)")
      .execute(arguments: values)
  }

  /// Whether the archive has it as it is.
  func isStored(_ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM search_document WHERE
          (member, site, name, former, location, about) = (?, ?, ?, ?, ?, ?))
        """)
    return try Bool.fetchOne(statement, arguments: values) ?? false
  }

  /// The word by which the documents of a site are found; `_` does not occur in folded words.
  static func siteWord(_ site: Int) -> String { "_\(site)" }
}

/// The folded words of a stored document.
struct SearchedTexts {
  let member: Int
  /// The row id of the site.
  let site: Int
  let name: [String]
  /// The words of each former name.
  let former: [[String]]
  private let others: [String]

  /// - Parameter row: The member, the site, and the texts of a document from `name` to `about`.
  init(_ row: GRDB.Row) throws {
    member = try row.value(0)
    site = try row.value(1)
    name = try Self.words(row.value(2) as String)
    former = try (row.value(3) as String).split(separator: "\n").map { Self.words($0) }
    others = try [row.value(4), row.value(5)]
  }

  /// By bytes: by characters it takes several times as long.
  static func words(_ text: some StringProtocol) -> [String] {
    text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether each term is in one of the fields, or names the site.
  ///
  /// - Parameter sites: The words of all sites.
  func have(_ terms: SearchTerms, _ sites: [Int: [String]]) -> Bool {
    let fields = [name] + former + others.map { Self.words($0) } + [sites[site] ?? []]
    return terms.terms.allSatisfy { term in fields.contains { term.isIn($0) } }
  }
}
