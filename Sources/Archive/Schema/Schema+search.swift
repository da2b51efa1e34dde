extension Schema {
  /// The search index: SQLite's own FTS5 over the folded texts of members.
  ///
  /// All text is folded before it is indexed, so the plain `ascii` tokenizer only splits at white space,
  /// and any SQLite can read the tables.
  ///
  /// - `search_document`: the folded texts of each member, from which the index is built; in `site`, the site's row id
  ///   as a word (`_12`), in `former`, a line for each former name.
  /// - `search_text`: the index. Prefixes of up to three letters have indexes of their own. The number of words of each
  ///   document, which only a ranking needs, is not stored (`columnsize = 0`).
  static let searchTables = [
    """
    CREATE TABLE search_document (
      member INTEGER PRIMARY KEY REFERENCES member(id),
      site TEXT NOT NULL,
      name TEXT NOT NULL,
      former TEXT NOT NULL,
      location TEXT NOT NULL,
      about TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE VIRTUAL TABLE search_text USING fts5(
      site, name, former, location, about, content = 'search_document', content_rowid = 'member',
      columnsize = 0, prefix = '1 2 3', tokenize = "ascii tokenchars '_'")
    """,
  ]
}
