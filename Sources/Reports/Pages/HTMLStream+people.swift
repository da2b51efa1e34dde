import Markup
import Roster
import Tables
import Wording

extension HTMLStream {
  /// A moderator's name with what marks them, and what the profile tells.
  ///
  /// - Parameter aboutMe: Untrusted HTML; nil if only its text is known.
  mutating func person(_ moderator: Record<ModeratorColumn>, aboutMe: String? = nil) {
    let link = moderator[.link].flatMap(MarkupText.safeLink)
    name(moderator[.displayName] ?? "", link: link)
    if let user = moderator.number(.userID) { permalink(toUser: user, moderator.role) }
    if let role = moderator.role, role != .moderator {
      markup("<span class=\"tag\">")
      text(role.words)
      markup("</span>")
    }
    switch moderator.kind {
    case .staff: markup("<span class=\"tag\">staff</span>")
    case .community: markup("<span class=\"tag\">Community user</span>")
    case .moderator, nil: break
    }
    if moderator.number(.elected) == 1 { markup("<span class=\"tag\">elected</span>") }
    profile(moderator, aboutMe: aboutMe)
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

  private mutating func profile(_ moderator: Record<ModeratorColumn>, aboutMe: String?) {
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
    if let website { webLink(website, label: website) }
    if let about {
      markup("<details><summary>About</summary>")
      if let aboutMe {
        markup("<div class=\"profile\" dir=\"auto\">")
        harmless(aboutMe)
        markup("</div></details>")
      } else {
        markup("<p dir=\"auto\">")
        text(about)
        markup("</p></details>")
      }
    }
    markup("</div>")
  }

  /// Since when a user moderates, as exactly as it is known.
  mutating func since(_ moderator: Record<ModeratorColumn>, notBefore: String?) {
    day(moderator[.firstSeen])
    guard moderator[.firstSeen] != nil else { return }
    if let notBefore {
      markup("<div class=\"about\">not yet ")
      if isOneDay(notBefore, moderator[.firstSeen]) {
        markup("at ")
        timeOfDay(notBefore)
      } else {
        markup("on ")
        day(notBefore)
      }
      markup("</div>")
    } else {
      markup("<div class=\"about\">or earlier</div>")
    }
  }

  /// One change as an item of a list.
  mutating func change(_ change: Record<ChangeColumn>, siteLink: String?, siteName: String?) {
    let fields = Change.fields(inDetail: change[.detail]) ?? []
    markup("<li id=\"c")
    number(change.number(.id) ?? 0)
    markup("\"><bdi>")
    text(change[.displayName] ?? "")
    markup("</bdi> <span class=\"kind")
    switch change.kind {
    case .joined: markup(" joined")
    case .returned: markup(" returned")
    case .left: markup(" left")
    case .renamed, .profile, .siteRenamed, .siteClosed, .siteReopened, nil: break
    }
    markup("\">")
    text(ChangeWords(kind: change.kind, role: change.role, detail: change[.detail]).ending)
    markup("</span>")
    if let siteName, change.number(.userID) != nil {
      markup(" on ")
      name(siteName, link: siteLink)
    }
    if change.kind == .profile { fields.forEach { field($0) } }
    // On the page of its site a change stays where it is.
    markup("<span class=\"when\"><a href=\"")
    text(siteLink ?? "")
    markup("#c")
    number(change.number(.id) ?? 0)
    markup("\">")
    moment(observed: change[.observedAt], after: change[.previousWalkAt])
    markup("</a></span></li>\n")
  }

  /// When something happened, as exactly as it is known: between the reading that saw it and the one
  /// before. Of two readings on one day the times are told.
  private mutating func moment(observed: String?, after previous: String?) {
    guard let observed, let previous else {
      markup("seen ")
      return day(observed)
    }
    if isOneDay(previous, observed) {
      day(observed)
      markup(", between ")
      timeOfDay(previous)
      markup(" and ")
      timeOfDay(observed)
    } else {
      markup("between ")
      day(previous)
      markup(" and ")
      day(observed)
    }
  }

  private func isOneDay(_ first: String, _ second: String?) -> Bool {
    second.map { first.utf8.prefix(10).elementsEqual($0.utf8.prefix(10)) } ?? false
  }

  private mutating func field(_ field: Change.FieldChange) {
    markup("<div class=\"about\"><code>")
    text(field.column)
    markup("</code> ")
    if let before = field.before {
      markup("<del dir=\"auto\">")
      text(before)
      markup("</del> ")
    }
    if let after = field.after {
      markup("<ins dir=\"auto\">")
      text(after)
      markup("</ins>")
    }
    markup("</div>")
  }
}
