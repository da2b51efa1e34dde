/// Every field that a filter can include, by its name in filters: `type.field`, and `.field` for those
/// of the common wrapper.
///
/// The index in this list is the field's bit in a filter's id: add new fields at the end.
enum WireField: Int, CaseIterable, Sendable {
  // The wrapper.
  case items, hasMore, quotaMax, quotaRemaining, backoff, page, pageSize, total, type
  case errorID, errorName, errorMessage
  // Users.
  case userID, accountID, displayName, userType, isEmployee, reputation
  case changeDay, changeWeek, changeMonth, changeQuarter, changeYear
  case badgeCounts, userCreation, lastAccess, lastModified, link, profileImage, websiteURL, location
  case aboutMe, answerCount, questionCount, viewCount, upVoteCount, downVoteCount
  case gold, silver, bronze
  // Sites.
  case siteType, siteName, audience, siteParameter, siteURL, siteState, styling, logoURL, iconURL
  case faviconURL, highResolutionIconURL, launchDate, openBetaDate, aliases, relatedSites
  case relatedName, relatedURL, relation, relatedParameter
  case linkColor, tagForeground, tagBackground
  // Filters.
  case filter, filterType, includedFields

  /// The name in `include` and `exclude`.
  var path: String { Self.paths[rawValue] }

  /// The field's own name, the part after the dot.
  var name: String { Self.names[rawValue] }

  /// The field's name as a JSON key, with its colon.
  var key: [UInt8] { Self.keys[rawValue] }

  private static let keys = names.map { Array("\"\($0)\":".utf8) }

  static func named(_ path: String) -> WireField? {
    paths.firstIndex(of: path).flatMap { WireField(rawValue: $0) }
  }

  private static let paths: [String] =
    [
      "items", "has_more", "quota_max", "quota_remaining", "backoff", "page", "page_size", "total",
      "type", "error_id", "error_name", "error_message",
    ].map { "." + $0 }
    + [
      "user_id", "account_id", "display_name", "user_type", "is_employee", "reputation",
      "reputation_change_day", "reputation_change_week", "reputation_change_month",
      "reputation_change_quarter", "reputation_change_year", "badge_counts", "creation_date",
      "last_access_date", "last_modified_date", "link", "profile_image", "website_url", "location",
      "about_me", "answer_count", "question_count", "view_count", "up_vote_count",
      "down_vote_count",
    ].map { "user." + $0 } + ["gold", "silver", "bronze"].map { "badge_count." + $0 }
    + [
      "site_type", "name", "audience", "api_site_parameter", "site_url", "site_state", "styling",
      "logo_url", "icon_url", "favicon_url", "high_resolution_icon_url", "launch_date",
      "open_beta_date", "aliases", "related_sites",
    ].map { "site." + $0 }
    + ["name", "site_url", "relation", "api_site_parameter"].map { "related_site." + $0 }
    + ["link_color", "tag_foreground_color", "tag_background_color"].map { "styling." + $0 }
    + ["filter", "filter_type", "included_fields"].map { "filter." + $0 }

  private static let names = paths.map { path in
    String(path[path.index(after: path.firstIndex(of: ".") ?? path.startIndex)...])
  }
}
