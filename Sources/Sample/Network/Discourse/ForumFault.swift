/// What the sample forums do wrong on request.
package enum ForumFault: String, ServerFaultKind {
  // Refusals.
  case addressLimit = "address-limit"
  case readerLimit = "reader-limit"
  case loginRequired = "login-required"
  case loginRedirect = "login-redirect"
  case readOnly = "read-only"
  // Responses of another kind.
  case htmlShell = "html-shell"
  case wrongType = "wrong-type"
  case badGateway = "bad-gateway"
  case malformed
  // Lists of members.
  case groupHidden = "group-hidden"
  case membersHidden = "members-hidden"
  case limitIgnored = "limit-ignored"
  case offsetIgnored = "offset-ignored"
  case totalWrong = "total-wrong"
  case swaps
  // The published staff.
  case danglingID = "dangling-id"
  case oldAbout = "old-about"

  package var meaning: String {
    switch self {
    case .addressLimit: "The limit of an address: 429 as plain text, with a wait of 10 seconds."
    case .readerLimit: "The limit of a reader: 429 as JSON, with a wait of 17 seconds."
    case .loginRequired: "Everything but the basic information needs a login: 403."
    case .loginRedirect: "The same as older forums say it: a redirect to /login."
    case .readOnly: "The forum is read-only: 503."
    case .htmlShell: "HTTP 200 with the empty page of the forum."
    case .wrongType: "JSON with Content-Type text/html."
    case .badGateway: "HTTP 502 from the server in front of the forum."
    case .malformed: "The JSON ends in the middle."
    case .groupHidden: "Groups are not visible: 404."
    case .membersHidden: "The members of groups are not visible: 403."
    case .limitIgnored: "Pages of members have 200 rows, whatever is asked for."
    case .offsetIgnored: "Every page of members is the first one."
    case .totalWrong: "The total of a list of members is one too high."
    case .swaps:
      "After the first of several pages of members the oldest leaves and another one joins: the "
        + "total stays the same, and the second page begins one member too late."
    case .danglingID: "The published staff has the id of a user whom it does not describe."
    case .oldAbout: "The published staff comes in its older layout, with users in place of ids."
    }
  }
}
