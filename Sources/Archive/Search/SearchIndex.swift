import GRDB
import Roster

/// Writes the search index, inside a transaction.
///
/// Writes are collected and done at the end in the order of document numbers: FTS5 writes out its
/// buffer whenever a number is smaller than the one before, which takes three times as long and
/// twice the space.
struct SearchIndex {
  let database: Database
  private var entries: [Entry] = []
  /// Words known to be in `name_word`; most names share theirs with others.
  private var knownWords: Set<String> = []

  init(_ database: Database) {
    self.database = database
  }

  /// One document to write.
  struct Entry {
    fileprivate var number: DocumentNumber
    fileprivate var step: Step

    fileprivate enum Step {
      indirect case remove(IndexedMember)
      /// A member's document is built when it is written: for a large roster this list contains all
      /// members at once.
      case add(member: Int, formerNames: [String])
    }

    /// A document is removed before another one gets its number.
    fileprivate var order: (DocumentNumber, Int) {
      switch step {
      case .remove: (number, 0)
      case .add: (number, 1)
      }
    }

    /// The document of a member's row, to be added.
    static func adding(_ member: StoredMember, formerNames: [String]) -> Entry {
      adding(
        member: member.id, reputation: member.moderator.reputation, formerNames: formerNames)
    }

    /// The document of the member with a row id, to be added.
    static func adding(member: Int, reputation: Int?, formerNames: [String]) -> Entry {
      Entry(
        number: DocumentNumber(member: member, reputation: reputation),
        step: .add(member: member, formerNames: formerNames))
    }

    /// A member's document, to be removed; it must equal the one that was added.
    static func removing(_ member: StoredMember, formerNames: [String]) -> Entry {
      let member = IndexedMember(member, formerNames: formerNames)
      return Entry(number: member.number, step: .remove(member))
    }
  }

  /// Schedules documents to be written.
  mutating func schedule(_ entries: [Entry]) {
    self.entries += entries
  }

  /// Writes everything scheduled.
  ///
  /// - Parameter check: Called once per thousand documents; an error from it stops the work.
  mutating func write(check: () throws -> Void = {}) throws {
    entries.sort { $0.order < $1.order }
    for (number, entry) in entries.enumerated() {
      if number.isMultiple(of: 1_000) { try check() }
      switch entry.step {
      case .remove(let member): try remove(SearchDocument(member))
      case .add(let member, let formerNames):
        let indexed = try IndexedMember.fetch(member, formerNames: formerNames, database)
        try indexed.map { try add(SearchDocument($0)) }
      }
    }
    entries = []
  }

  private mutating func add(_ document: SearchDocument) throws {
    try database.cachedStatement(
      sql: "INSERT INTO search_name (rowid, name, former, site) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [document.number, document.name, document.former, document.site])
    try database.cachedStatement(sql: "INSERT INTO search_tail (rowid, tail) VALUES (?, ?)")
      .execute(arguments: [document.number, document.tail])
    try database.cachedStatement(
      sql: """
        INSERT INTO search_text (rowid, names, location, about, site) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      document.number, document.names, document.location, document.about, document.site,
    ])
    try addWords(document.words)
  }

  private func remove(_ document: SearchDocument) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO search_name (search_name, rowid, name, former, site)
        VALUES ('delete', ?, ?, ?, ?)
        """
    ).execute(arguments: [document.number, document.name, document.former, document.site])
    try database.cachedStatement(
      sql: "INSERT INTO search_tail (search_tail, rowid, tail) VALUES ('delete', ?, ?)"
    ).execute(arguments: [document.number, document.tail])
    try database.cachedStatement(
      sql: """
        INSERT INTO search_text (search_text, rowid, names, location, about, site)
        VALUES ('delete', ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      document.number, document.names, document.location, document.about, document.site,
    ])
  }

  private mutating func addWords(_ words: [String]) throws {
    for word in words where knownWords.insert(word).inserted {
      let statement = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO name_word (reversed, word) VALUES (0, ?), (1, ?)")
      try statement.execute(arguments: [word, Self.reversed(word)])
    }
  }

  static func reversed(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
  }

  /// The folded words of a site.
  static func siteWords(name: String, parameter: String) -> String {
    FoldedText.folding(name + " " + parameter)
  }

  static func addSite(_ key: Int, name: String, parameter: String, _ database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO search_site (rowid, words) VALUES (?, ?)")
      .execute(arguments: [key, siteWords(name: name, parameter: parameter)])
  }

  /// Removes the document of a site.
  ///
  /// The index does not store text, so the removal must repeat what was added: the name and the id
  /// that the site had then. Other words would leave the old ones in the index forever.
  static func removeSite(
    _ key: Int, name: String, parameter: String, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "INSERT INTO search_site (search_site, rowid, words) VALUES ('delete', ?, ?)"
    ).execute(arguments: [key, siteWords(name: name, parameter: parameter)])
  }
}
