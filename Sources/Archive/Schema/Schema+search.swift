extension Schema {
  /// The search index: SQLite's own FTS5 over the folded texts of members and sites.
  ///
  /// All text is folded before it is indexed, so the plain `ascii` tokenizer only splits at spaces,
  /// and any SQLite can read the tables. The number of a document begins with a band of reputation,
  /// the highest first, and ends with the member's row id: SQLite returns documents by number, so a
  /// search can stop when it has enough. See `SearchDocument`.
  ///
  /// - `search_document`: the folded texts of each member, from which the three indexes of members are built.
  /// - `search_name`: names and former names, each also whole as one word (`=sean_obrien`); in
  ///   `site`, the site's row id (`_12`). Prefixes of up to three letters have indexes of their
  ///   own.
  /// - `search_tail`: every ending of every word of a name, for substrings.
  /// - `search_text`: the other texts of a profile, with the names for searches over several
  ///   fields.
  /// - `search_site`, from `site_words`: names and ids of the sites.
  /// - `name_word`: the words of names forwards and backwards, for typing errors.
  ///
  /// The number of words of each document, which only a ranking needs, is not stored (`columnsize = 0`).
  static let searchTables = [
    """
    CREATE TABLE search_document (
      number INTEGER PRIMARY KEY,
      member INTEGER NOT NULL UNIQUE REFERENCES member(id),
      name TEXT NOT NULL,
      former TEXT NOT NULL,
      site TEXT NOT NULL,
      tail TEXT NOT NULL,
      names TEXT NOT NULL,
      location TEXT NOT NULL,
      about TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE site_words (
      site INTEGER PRIMARY KEY REFERENCES site(id),
      words TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE VIRTUAL TABLE search_name USING fts5(
      name, former, site, content = 'search_document', content_rowid = 'number', columnsize = 0,
      prefix = '1 2 3', tokenize = "ascii tokenchars '=_'")
    """,
    """
    CREATE VIRTUAL TABLE search_tail USING fts5(
      tail, content = 'search_document', content_rowid = 'number', columnsize = 0, detail = 'none',
      tokenize = "ascii")
    """,
    """
    CREATE VIRTUAL TABLE search_text USING fts5(
      names, location, about, site, content = 'search_document', content_rowid = 'number',
      columnsize = 0, tokenize = "ascii tokenchars '_'")
    """,
    """
    CREATE VIRTUAL TABLE search_site USING fts5(
      words, content = 'site_words', content_rowid = 'site', columnsize = 0, prefix = '1 2',
      tokenize = "ascii")
    """,
    """
    CREATE TABLE name_word (
      reversed INTEGER NOT NULL CHECK (reversed IN (0, 1)),
      word TEXT NOT NULL,
      PRIMARY KEY (reversed, word)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}
