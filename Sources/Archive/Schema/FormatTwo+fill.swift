import FoundationEssentials
import GRDB

/// Converts the contents of a file of the first format to the second.
extension FormatTwo {
  /// Fills the new columns and tables. A new file has nothing to convert.
  func fill() throws {
    try database.execute(
      sql: """
        UPDATE site SET
          published_walks = (SELECT count(*) FROM walk w WHERE w.site = site.id AND published = 1),
          former_reputations = (
            SELECT count(*) FROM member m JOIN former_reputation r ON r.member = m.id
            WHERE m.site = site.id);
        UPDATE member SET about_text = NULL WHERE about_text = '';
        """)
    try FormatOneScope(database).keep()
    try fillReputations()
    try fillWalks()
    try fillPrunings()
    try fillSiteLists()
    try fillAnswers()
  }

  /// A value was first read when the one before it was replaced. Where values were pruned, which
  /// also removed the pages of a published walk, that walk is unknown.
  private func fillReputations() throws {
    try database.execute(
      sql: """
        UPDATE former_reputation SET since = coalesce(
          (SELECT max(e.replaced_at) FROM former_reputation e
            WHERE e.member = former_reputation.member
              AND e.replaced_at < former_reputation.replaced_at),
          (SELECT min(t.first_seen) FROM past_tenure t WHERE t.member = former_reputation.member),
          (SELECT m.first_seen FROM member m WHERE m.id = former_reputation.member))
        WHERE NOT EXISTS (
          SELECT 1 FROM walk w WHERE w.published = 1
            AND NOT EXISTS (SELECT 1 FROM page p WHERE p.walk = w.id))
        """)
  }

  private func fillWalks() throws {
    let walks = try Int.fetchAll(
      database,
      sql: """
        SELECT id FROM walk w WHERE finished_at IS NOT NULL
          AND (pages = 0 OR EXISTS (SELECT 1 FROM page p WHERE p.walk = w.id))
        """)
    for walk in walks {
      try database.execute(
        sql: "UPDATE walk SET pages_sum = ? WHERE id = ?",
        arguments: [try EvidenceSum.ofPages(of: walk, database), walk])
    }
    let unfinished = try Int.fetchAll(
      database, sql: "SELECT id FROM walk WHERE finished_at IS NULL")
    for walk in unfinished {
      try database.execute(
        sql: "UPDATE walk SET pages_sum = ? WHERE id = ?",
        arguments: [try EvidenceSum.ofRecordedPages(of: walk, database).data, walk])
    }
    for site in try Int.fetchAll(database, sql: "SELECT id FROM site") {
      for roster in try RosterSums.rebuild(site, database).rosters {
        try database.execute(
          sql: "UPDATE walk SET roster_sum = ? WHERE id = ?",
          arguments: [roster.sum.data, roster.walk])
      }
    }
  }

  /// One row for everything that was pruned before, and for unfinished walks that were dropped.
  private func fillPrunings() throws {
    try database.execute(
      sql: """
        INSERT INTO pruning (pruned_at, before, pages, walks, reputations, runs)
        SELECT before, before, pages, walks, 0, runs FROM (
          SELECT coalesce(max(finished_at) + 1, 0) AS before, coalesce(sum(pages), 0) AS pages,
            (SELECT seq FROM sqlite_sequence WHERE name = 'walk') -
              (SELECT count(*) FROM walk) AS walks,
            (SELECT seq FROM sqlite_sequence WHERE name = 'run') -
              (SELECT count(*) FROM run) AS runs
          FROM walk WHERE pages_sum IS NULL AND finished_at IS NOT NULL)
        WHERE pages + walks + runs > 0
        """)
  }

  /// The lists that sites and changes of sites refer to. Their number of sites is known only for
  /// the latest.
  private func fillSiteLists() throws {
    try database.execute(
      sql: """
        INSERT INTO site_list (network, fetched_at, items, is_whole)
        SELECT network, fetched_at, (
            SELECT count(*) FROM site s
            WHERE s.network = t.network AND fetched_at BETWEEN s.first_seen AND s.last_seen), 0
        FROM (
          SELECT name AS network, sites_fetched_at AS fetched_at FROM network
          UNION SELECT network, first_seen FROM site
          UNION SELECT network, last_seen FROM site
          UNION SELECT network, closed_at FROM site
          UNION SELECT s.network, c.observed_at
            FROM change c JOIN site s ON s.id = c.site WHERE c.user_id IS NULL
          UNION SELECT s.network, c.previous_walk_at
            FROM change c JOIN site s ON s.id = c.site WHERE c.user_id IS NULL) t
        WHERE fetched_at IS NOT NULL ORDER BY fetched_at, network
        """)
    let latest = try GRDB.Row.fetchAll(
      database, sql: "SELECT max(id), network, fetched_at FROM site_list GROUP BY network")
    for row in latest {
      let (id, network) = try (row.value(0) as Int, row.value(1) as String)
      try database.execute(
        sql: """
          UPDATE site_list SET sites_sum = ?,
            known = (SELECT count(*) FROM site WHERE network = site_list.network)
          WHERE id = ?
          """,
        arguments: [
          try EvidenceSum.ofSites(in: network, lastSeen: row.value(2), database), id,
        ])
    }
  }

  private func fillAnswers() throws {
    try database.execute(
      sql: """
        PRAGMA defer_foreign_keys = ON;
        UPDATE elected_page SET walk = -walk;
        UPDATE elected_walk SET id = -id;
        """)
    var next = 1
    try MirroredSite.forEach(nil, database) { site in
      var answers = try FormatTwoAnswers(site, database)
      try answers.write(next: &next)
    }
    try database.execute(
      sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'elected_walk'", arguments: [next - 1])
  }
}
