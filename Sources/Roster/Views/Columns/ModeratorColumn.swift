/// The columns of the view `former_moderators`, and, but for `leftAt`, of `moderators`.
package enum ModeratorColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, elected, reputation, gold, silver,
    bronze,
    location, websiteURL, link, profileImage, aboutText, memberSince, firstSeen, lastSeen, role,
    leftAt

  package var column: View.Column {
    switch self {
    case .network: .network
    case .site: .site
    case .userID: .userID
    case .accountID: .accountID
    case .displayName: .init("display_name", .text, "The name shown on the site.")
    case .kind:
      .init("kind", .text, "moderator, staff (an employee) or community (the Community user).")
    case .elected:
      .init("elected", .integer, "1 elected, 0 not elected, absent where nobody asked.")
    case .reputation: .init("reputation", .integer, "Reputation when last seen.")
    case .gold: .init("gold", .integer, "Gold badges when last seen.")
    case .silver: .init("silver", .integer, "Silver badges when last seen.")
    case .bronze: .init("bronze", .integer, "Bronze badges when last seen.")
    case .location: .init("location", .text, "The place given in the profile.")
    case .websiteURL: .init("website_url", .url, "The website given in the profile.")
    case .link: .init("link", .url, "The profile's address.")
    case .profileImage: .init("profile_image", .url, "The picture's address.")
    case .aboutText: .init("about_text", .text, "The plain text of the profile's about-me.")
    case .memberSince: .init("member_since", .time, "When the account on this site was made.")
    case .firstSeen:
      .init("first_seen", .time, "The first proven walk of this tenure that held them.")
    case .lastSeen: .init("last_seen", .time, "The latest proven walk that held them.")
    case .role: .role
    case .leftAt: .init("left_at", .time, "The first proven walk of the site without them.")
    }
  }
}
