import FoundationEssentials
import Markup
import Roster
import Tables
import Wording

extension HTMLStream {
  /// A moderator's name with what marks them, and what the profile tells.
  ///
  /// - Parameter page: The address of the person's page; nil where they have none.
  mutating func personWithProfile(_ moderator: Record<ModeratorColumn>, page: String?) {
    person(moderator, page: page)
    profile(moderator)
  }

  /// A moderator's name with what marks them.
  mutating func person(_ moderator: Record<ModeratorColumn>, page: String?) {
    name(
      ShownName.of(moderator[.displayName], user: moderator.number(.userID)), link: page)
    webLink(moderator[.link])
    if let user = moderator.number(.userID) { permalink(toUser: user, moderator.role) }
    switch moderator.number(.elected) {
    case 1?: markup("<span class=\"tag\">elected</span>")
    case 0? where moderator.kind == .moderator: markup("<span class=\"tag\">appointed</span>")
    default: break
    }
  }

  /// The id of a user as a link to their row, which stays when they are no moderator any more.
  private mutating func permalink(toUser user: Int, _ role: Role?) {
    markup(" <a class=\"here\" href=\"#")
    anchor(user, role)
    markup("\">#")
    number(user)
    markup("</a>")
  }

  /// The id of a user's row: a user has one for each role.
  mutating func anchor(_ user: Int, _ role: Role?) {
    markup("u")
    number(user)
    guard let role, role != .moderator else { return }
    markup("-")
    number(role.number)
  }

  private mutating func profile(_ moderator: Record<ModeratorColumn>) {
    let website = moderator[.websiteURL]
    let (location, about) = (moderator[.location], moderator[.aboutText])
    guard location != nil || website != nil || about != nil else { return }
    markup("<div class=\"about\">")
    if let location {
      markup("<bdi>")
      text(location)
      markup("</bdi>")
    }
    if location != nil, website != nil { markup(" · ") }
    if let website { anyLink(website) }
    if let about {
      markup("<details><summary>About</summary><p dir=\"auto\">")
      text(about)
      markup("</p></details>")
    }
    markup("</div>")
  }

  /// A cell with a reputation and by how much it has changed as long as this archive has seen it.
  mutating func reputationCell(_ value: Int?, _ history: [ReputationPoint]) {
    let known = history.filter { $0.reputation != nil }
    guard let value, let first = known.first, let before = first.reputation, known.count > 1 else {
      return numberCell(value)
    }
    markup("<td class=\"n\">")
    text(value.grouped)
    markup("<div class=\"about\">")
    let (difference, isTooLarge) = value.subtractingReportingOverflow(before)
    if !isTooLarge {
      text((difference < 0 ? "−" : "+") + String(difference.magnitude).digitsGrouped)
      text(" since \(first.since.dayWords)")
    }
    markup("</div></td>")
  }
}

extension String {
  /// Digits with a comma between thousands.
  fileprivate var digitsGrouped: String { Int(self)?.grouped ?? self }
}
