/// The columns of the view `sites`.
package enum SiteColumn: Int, SiteRowColumn {
  case network, site, name, siteURL, siteType, siteState, audience, launchDate, firstSeen, lastSeen,
    closedAt, moderators, verdict, grade, publishedAt, completeAt

  package static let columns: [View.Column] = [
    .network, .site,
    .init("name", .text, "The site's name."),
    .init("site_url", .url, "The site's address."),
    .init("site_type", .text, "main_site or meta_site."),
    .init("site_state", .text, "normal, closed_beta, open_beta or linked_meta."),
    .init("audience", .text, "Whom the site is for."),
    .init("launch_date", .time, "When the site was launched, where the API says so."),
    .init("first_seen", .time, "The first list of sites that held it."),
    .init("last_seen", .time, "The latest list of sites that held it."),
    .init("closed_at", .time, "The first plausible list of sites without it; absent while open."),
    .init(
      "moderators", .integer,
      "Everybody on the published roster, staff and the Community user included; absent where there is none."
    ),
    .init(
      "verdict", .text,
      "What the evidence of the published roster proves: complete or unproven."),
    .init(
      "grade", .text,
      "How much is claimed of the published roster: complete, corroborated or published; absent where there is none."
    ),
    .init("published_at", .time, "When the published roster was read."),
    .init("complete_at", .time, "When a complete roster was last read."),
  ]
}

/// The columns of the view `former_moderators`, and, but for `leftAt`, of `moderators`.
package enum ModeratorColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, role, elected, reputation, gold, silver,
    bronze, location, websiteURL, link, profileImage, aboutText, memberSince, firstSeen, lastSeen,
    leftAt

  package static let columns: [View.Column] = [
    .network, .site, .userID, .accountID,
    .init("display_name", .text, "The name shown on the site."),
    .init("kind", .text, "moderator, staff (an employee) or community (the Community user)."),
    .role,
    .init("elected", .integer, "1 elected, 0 not elected, absent where nobody asked."),
    .init("reputation", .integer, "Reputation when last seen."),
    .init("gold", .integer, "Gold badges when last seen."),
    .init("silver", .integer, "Silver badges when last seen."),
    .init("bronze", .integer, "Bronze badges when last seen."),
    .init("location", .text, "The place given in the profile."),
    .init("website_url", .url, "The website given in the profile."),
    .init("link", .url, "The profile's address."),
    .init("profile_image", .url, "The picture's address."),
    .init("about_text", .text, "The plain text of the profile's about-me."),
    .init("member_since", .time, "When the account on this site was made."),
    .init("first_seen", .time, "The first proven walk of this tenure that held them."),
    .init("last_seen", .time, "The latest proven walk that held them."),
    .init("left_at", .time, "The first proven walk of the site without them."),
  ]
}

/// The columns of the view `tenures`.
package enum TenureColumn: Int, RoleRowColumn {
  case network, site, userID, accountID, displayName, kind, role, beganAfter, beganBefore,
    endedAfter, endedBefore, source, grade, sourceURL

  package static let columns: [View.Column] = [
    .network, .site,
    .init(
      "user_id", .integer,
      "The user's id on this site; absent where no roster had the account that a log or a claim names."
    ),
    .accountID,
    .init("display_name", .text, "The user's name, as far as it is known."),
    .init(
      "kind", .text,
      "moderator, staff or community, as last seen; absent where no reading shows the tenure."),
    .role,
    .init(
      "began_after", .time,
      "The tenure began after this, or then where it is the same as began_before; absent where nobody knows."
    ),
    .init("began_before", .time, "The tenure had begun by then."),
    .init(
      "ended_after", .time,
      "The tenure lasted until then at least: when the last reading with it began."),
    .init(
      "ended_before", .time,
      "The tenure had ended by then; absent while it lasts, or where a log does not tell that it ended."
    ),
    .init(
      "source", .text,
      "reading where readings give all bounds; where others tell any of them, the least certain: log for the network's log of rights, dump for a dump of it, badge, claim."
    ),
    .init(
      "grade", .text,
      "The weakest grade of the readings between which it began and ended; claimed where somebody claims it; absent where only a log, a dump or a badge tells of it."
    ),
    .init("source_url", .url, "Where somebody claims it; absent for any other source."),
  ]
}

/// The columns of the view `observations`.
package enum ObservationColumn: Int, SiteRowColumn {
  case network, site, readAt, previousReadAt, gapSeconds, moderators, grade

  package static let columns: [View.Column] = [
    .network, .site,
    .init("read_at", .time, "When the published roster was read."),
    .init(
      "previous_read_at", .time,
      "When the reading before began, which may have missed what happened since; absent for the first one."
    ),
    .init("gap_seconds", .integer, "The seconds between both; absent for the first one."),
    .init(
      "moderators", .integer,
      "Everybody on the roster, staff and the Community user included, once for each role."),
    .init(
      "grade", .text,
      "How much is claimed of the roster: complete, corroborated or published."),
  ]
}

/// The columns of the view `people`.
package enum PersonColumn: Int, ViewColumn {
  case network, accountID, displayName, sites, reputation, siteList

  package static let columns: [View.Column] = [
    .network, .accountID,
    .init("display_name", .text, "The name on the site where the person has most reputation."),
    .init("sites", .integer, "How many sites the person moderates."),
    .init("reputation", .integer, "Reputation on those sites together."),
    .init(
      "site_list", .text,
      "Those sites' ids in alphabetical order, separated by spaces.", shortening: .betweenWords),
  ]
}

/// The columns of the view `changes`.
package enum ChangeColumn: Int, RoleRowColumn {
  case id, network, site, userID, accountID, displayName, kind, role, detail, observedAt,
    previousWalkAt

  package static let columns: [View.Column] = [
    .init("id", .integer, "Grows with every change; never used twice."),
    .network, .site, .userID, .accountID,
    .init("display_name", .text, "The name after the change; of changes of a site, the site's."),
    .init(
      "kind", .text,
      "joined, left, returned, renamed or profile; site_renamed, site_closed or site_reopened."),
    .role,
    .init("detail", .text, "A JSON object of each column that moved: [value before, value after]."),
    .init("observed_at", .time, "The walk, or the list of sites, that saw the change first."),
    .init("previous_walk_at", .time, "When the one before began, which did not see it yet."),
  ]
}
