/// A query that is worth keeping, and what it finds.
package struct SQLRecipe: Hashable, Sendable {
  /// What the query finds, without a full stop.
  package let purpose: String
  /// One statement.
  package let sql: String

  /// Queries for the usual questions.
  package static let all = [
    SQLRecipe(
      purpose: "The sites with the most moderators",
      sql: "SELECT site, name, moderators FROM sites ORDER BY moderators DESC LIMIT 10"),
    SQLRecipe(
      purpose: "Who left in 2026, and between which two readings",
      sql: """
        SELECT site, display_name, previous_walk_at, observed_at FROM changes
        WHERE kind = 'left' AND observed_at LIKE '2026-%' ORDER BY observed_at
        """),
    SQLRecipe(
      purpose: "Joined and left, month by month",
      sql: """
        SELECT substr(observed_at, 1, 7) AS month, sum(kind IN ('joined', 'returned')) AS joined,
          sum(kind = 'left') AS left FROM changes GROUP BY month ORDER BY month
        """),
    SQLRecipe(
      purpose: "The old and the new names of those who were renamed",
      sql: """
        SELECT site, user_id, json_extract(detail, '$.display_name[0]') AS before,
          json_extract(detail, '$.display_name[1]') AS after
        FROM changes WHERE kind = 'renamed' ORDER BY id
        """),
    SQLRecipe(
      purpose: "People who moderate several sites, without staff",
      sql: """
        SELECT display_name, account_id, count(DISTINCT site) AS sites,
          group_concat(DISTINCT site) AS site_list
        FROM moderators WHERE kind = 'moderator' AND account_id > 0
        GROUP BY network, account_id HAVING count(DISTINCT site) > 1 ORDER BY sites DESC
        """),
    SQLRecipe(
      purpose: "Sites with fewer than three moderators, staff and the Community user not counted",
      sql: """
        SELECT s.site, s.name, count(DISTINCT m.user_id) AS moderators FROM sites s
        LEFT JOIN moderators m ON m.network = s.network AND m.site = s.site AND m.kind = 'moderator'
        WHERE s.published_at IS NOT NULL AND s.closed_at IS NULL
        GROUP BY s.network, s.site HAVING count(DISTINCT m.user_id) < 3 ORDER BY 3, 1
        """),
    SQLRecipe(
      purpose: "Sites of which it is known that no moderator was elected",
      sql: """
        SELECT site, count(*) AS moderators FROM moderators WHERE kind = 'moderator'
        GROUP BY network, site HAVING count(elected) = count(*) AND max(elected) = 0
        """),
    SQLRecipe(
      purpose: "Open sites whose roster is older than a week, or was never read",
      sql: """
        SELECT site, verdict, published_at FROM sites WHERE closed_at IS NULL AND
          coalesce(published_at, '') < strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-7 days')
        """),
    SQLRecipe(
      purpose: "The pages that prove the latest complete roster of a site",
      sql: """
        SELECT reading, page, item_count, has_more, total, sha256 FROM pages WHERE walk_id =
          (SELECT max(id) FROM walks WHERE site = 'stackoverflow' AND verdict = 'complete')
        """),
  ]
}
