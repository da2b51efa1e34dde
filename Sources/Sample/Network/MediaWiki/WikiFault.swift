/// What the sample wikis do wrong on request.
package enum WikiFault: String, ServerFaultKind {
  // Refusals.
  case maxlag, ratelimited, http429
  case clientRefused = "client-refused"
  case unavailable
  case privateWiki = "private-wiki"
  case internalError = "internal-error"
  // The body.
  case malformed
  // Lists of users.
  case groupUnknown = "group-unknown"
  case groupIgnored = "group-ignored"
  case shortPage = "short-page"
  case emptyPage = "empty-page"
  case stuck, reversed
  case hiddenUser = "hidden-user"
  case oldSize = "old-size"
  case rename
  // The list of wikis.
  case matrixCut = "matrix-cut"

  package var meaning: String {
    switch self {
    case .maxlag: "The databases lag more than the request accepts."
    case .ratelimited: "The limit of the API, as an error in the body."
    case .http429: "The limit of the servers in front of the wikis: HTTP 429."
    case .clientRefused: "The servers in front of the wikis refuse the client's name: HTTP 403."
    case .unavailable: "HTTP 503 from the servers in front of the wikis."
    case .privateWiki: "The wiki cannot be read without a login."
    case .internalError: "An error of the wiki's own."
    case .malformed: "The JSON ends in the middle."
    case .groupUnknown: "The wiki does not know the group: it warns, and lists all users."
    case .groupIgnored: "The wiki lists all users in place of the group, without a warning."
    case .shortPage: "A page has half of its rows; the rest follows, no row is lost."
    case .emptyPage: "A page has no rows although the list goes on; no row is lost."
    case .stuck: "The list goes on where the page began."
    case .reversed: "The rows are in the opposite order."
    case .hiddenUser: "One member is hidden from the list, and counted in the size of the group."
    case .oldSize: "The size of each group is one too low, as before somebody joined."
    case .rename: "After the first page a user on it is renamed to the end of the list."
    case .matrixCut: "The list of wikis lacks its last wiki, which it counts."
    }
  }
}
