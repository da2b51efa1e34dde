/// The columns of the view `sites`.
package enum SiteColumn: Int, SiteRowColumn {
  case network, site, name, siteURL, siteType, siteState, audience, launchDate, firstSeen, lastSeen,
    closedAt, moderators, verdict, publishedAt, completeAt, grade

  package var column: View.Column {
    switch self {
    case .network: .network
    case .site: .site
    case .name: .init("name", .text, "The site's name.")
    case .siteURL: .init("site_url", .url, "The site's address.")
    case .siteType: .init("site_type", .text, "main_site or meta_site.")
    case .siteState:
      .init("site_state", .text, "normal, closed_beta, open_beta or linked_meta.")
    case .audience: .init("audience", .text, "Whom the site is for.")
    case .launchDate:
      .init("launch_date", .time, "When the site was launched, where the API says so.")
    case .firstSeen: .init("first_seen", .time, "The first list of sites that held it.")
    case .lastSeen: .init("last_seen", .time, "The latest list of sites that held it.")
    case .closedAt:
      .init("closed_at", .time, "The first plausible list of sites without it; absent while open.")
    case .moderators:
      .init(
        "moderators", .integer,
        "Everybody on the published roster, staff and the Community user included; absent where there is none."
      )
    case .verdict:
      .init(
        "verdict", .text, "What the evidence of the published roster proves: complete or unproven.")
    case .publishedAt: .init("published_at", .time, "When the published roster was read.")
    case .completeAt: .init("complete_at", .time, "When a complete roster was last read.")
    case .grade:
      .init(
        "grade", .text,
        "How much is claimed of the published roster: complete, corroborated or published; absent where there is none."
      )
    }
  }
}
