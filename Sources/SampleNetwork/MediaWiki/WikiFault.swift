/// What the sample wikis do wrong on request.
package enum WikiFault: String, CaseIterable, Hashable, Sendable {
  /// The databases lag more than the request accepts.
  case maxlag
  /// The limit of the API, as an error in the body.
  case ratelimited
  /// The limit of the servers in front: HTTP 429.
  case http429
  /// The servers in front refuse the client's name: HTTP 403.
  case clientRefused = "client-refused"
  /// HTTP 503 from the servers in front.
  case unavailable
  /// The wiki cannot be read without a login.
  case privateWiki = "private-wiki"
  /// An error of the wiki's own.
  case internalError = "internal-error"
  /// The JSON ends in the middle.
  case malformed
  /// The wiki no longer knows the group: it warns and lists all users.
  case groupUnknown = "group-unknown"
  /// The same without a warning.
  case groupIgnored = "group-ignored"
  /// A page has half of its rows; the rest follows, no row is lost.
  case shortPage = "short-page"
  /// A page has no rows and no list, although the list goes on; no row is lost.
  case emptyPage = "empty-page"
  /// The list goes on where the page began.
  case stuck
  /// The rows are in the opposite order.
  case reversed
  /// One member is hidden from the list, and counted in the size of the group.
  case hiddenUser = "hidden-user"
  /// The size of each group is one too low, as before somebody joined within the last hour.
  case oldSize = "old-size"
  /// After the first page a user on it is renamed to the end of the list.
  case rename
  /// The site matrix lacks its last wiki, which it counts.
  case matrixCut = "matrix-cut"
}
