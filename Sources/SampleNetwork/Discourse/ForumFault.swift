/// What the sample forums do wrong on request.
package enum ForumFault: String, CaseIterable, Hashable, Sendable {
  /// The limit of an address, by the servers in front: 429 as plain text, with a code.
  case addressLimit = "address-limit"
  /// The limit of a reader, by the forum: 429 as JSON, with the wait.
  case readerLimit = "reader-limit"
  /// Everything but the basic information needs a login: 403.
  case loginRequired = "login-required"
  /// The same as older forums say it: a redirect to `/login`.
  case loginRedirect = "login-redirect"
  /// The forum is read-only: 503.
  case readOnly = "read-only"
  /// HTTP 200 with the empty page of the forum.
  case htmlShell = "html-shell"
  /// JSON with the type of a page.
  case wrongType = "wrong-type"
  /// HTTP 502 from the servers in front.
  case badGateway = "bad-gateway"
  /// The JSON ends in the middle.
  case malformed
  /// The group is not visible: 404.
  case groupHidden = "group-hidden"
  /// The group's members are not visible: 403.
  case membersHidden = "members-hidden"
  /// Pages of members have 200 rows, whatever is asked for, as very old forums had them.
  case limitIgnored = "limit-ignored"
  /// Every page of members is the first one.
  case offsetIgnored = "offset-ignored"
  /// `total` is one too high.
  case totalWrong = "total-wrong"
  /// After the first of several pages of members the oldest leaves and another one joins: the total
  /// stays the same, and the second page begins one member too late.
  case swaps
  /// `/about.json` lists the id of a user that it does not describe.
  case danglingID = "dangling-id"
  /// `/about.json` in the older layout, which has the users themselves in place of ids.
  case oldAbout = "old-about"
}
