/// A filter of the API: it selects the fields of responses, and whether their text is escaped.
package struct Filter: Hashable, Sendable {
  package var id: String
  /// Whether the text of responses is HTML-escaped, sometimes twice and differently from day to
  /// day. Text of an unsafe filter is not unescaped.
  package var isSafe: Bool

  /// The name under which an archive stores its filter. The number grows when the fields change, so
  /// that an older filter is not used for the new fields.
  static let rosterName = "roster-1"

  /// A public filter, long in use: the default fields with `page` and `total`. The fallback where
  /// no filter can be created.
  package static let wellKnownSafe = Filter(id: "!-*jbN0CeyJHb", isSafe: true)

  /// The fields of an archive's filter, added to the base filter `none`.
  package static let includedFields = [
    ".items", ".has_more", ".total", ".quota_max", ".quota_remaining", ".backoff",
    "user.user_id", "user.account_id", "user.display_name", "user.user_type", "user.is_employee",
    "user.reputation", "user.badge_counts", "badge_count.gold", "badge_count.silver",
    "badge_count.bronze", "user.location", "user.website_url", "user.link", "user.profile_image",
    "user.about_me", "user.creation_date",
    "site.api_site_parameter", "site.name", "site.site_url", "site.site_type", "site.site_state",
    "site.audience", "site.launch_date", "site.aliases",
  ]
}

extension Filter {
  /// The filter that an archive stores, by its id; nil is the well-known safe one.
  init(kept id: String?) {
    self = id.map { Filter(id: $0, isSafe: $0 == Self.wellKnownSafe.id) } ?? .wellKnownSafe
  }
}
