extension View {
  /// The columns in their order.
  package var columns: [Column] {
    switch self {
    case .sites: Self.siteColumns
    case .moderators: Self.moderatorColumns
    case .formerModerators:
      Self.moderatorColumns + [
        Column("left_at", .time, "The first proven walk of the site without them.")
      ]
    case .people: Self.personColumns
    case .changes: Self.changeColumns
    case .walks: Self.walkColumns
    case .pages: Self.pageColumns
    case .runs: Self.runColumns
    }
  }

  private static let network = Column(
    "network", .text, "The family of sites behind one kind of API, such as stackexchange.")
  private static let site = Column(
    "site", .text, "The site's id within its network (api_site_parameter).")
  private static let userID = Column("user_id", .integer, "The user's id on this site.")
  private static let accountID = Column(
    "account_id", .integer,
    "The person's id across the network; -1 or absent where it identifies nobody.")

  private static let siteColumns = [
    network, site,
    Column("name", .text, "The site's name."),
    Column("site_url", .url, "The site's address."),
    Column("site_type", .text, "main_site or meta_site."),
    Column("site_state", .text, "normal, closed_beta, open_beta or linked_meta."),
    Column("audience", .text, "Whom the site is for."),
    Column("launch_date", .time, "When the site was launched, where the API says so."),
    Column("first_seen", .time, "The first list of sites that held it."),
    Column("last_seen", .time, "The latest list of sites that held it."),
    Column("closed_at", .time, "The first plausible list of sites without it; absent while open."),
    Column("moderators", .integer, "Rows of the published roster; absent where there is none."),
    Column(
      "verdict", .text, "What the evidence of the published roster proves: complete or unproven."),
    Column("published_at", .time, "When the published roster was read."),
    Column("complete_at", .time, "When a complete roster was last read."),
  ]

  private static let moderatorColumns = [
    network, site, userID, accountID,
    Column("display_name", .text, "The name shown on the site."),
    Column("kind", .text, "moderator, staff (an employee) or community (the Community user)."),
    Column("elected", .integer, "1 elected, 0 not elected, absent where nobody asked."),
    Column("reputation", .integer, "Reputation when last seen."),
    Column("gold", .integer, "Gold badges when last seen."),
    Column("silver", .integer, "Silver badges when last seen."),
    Column("bronze", .integer, "Bronze badges when last seen."),
    Column("location", .text, "The place given in the profile."),
    Column("website_url", .url, "The website given in the profile."),
    Column("link", .url, "The profile's address."),
    Column("profile_image", .url, "The picture's address."),
    Column("about_text", .text, "The plain text of the profile's about-me."),
    Column("member_since", .time, "When the account on this site was made."),
    Column("first_seen", .time, "The first proven walk of this tenure that held them."),
    Column("last_seen", .time, "The latest proven walk that held them."),
  ]

  private static let personColumns = [
    network, accountID,
    Column("display_name", .text, "The name on the site where the person has most reputation."),
    Column("sites", .integer, "How many sites the person moderates."),
    Column("reputation", .integer, "Reputation on those sites together."),
    Column("site_list", .text, "Those sites' ids in alphabetical order, separated by spaces."),
  ]

  private static let changeColumns = [
    Column("id", .integer, "Grows with every change; never used twice."),
    network, site, userID, accountID,
    Column("display_name", .text, "The name after the change; of changes of a site, the site's."),
    Column(
      "kind", .text,
      "joined, left, returned, renamed or profile; site_renamed, site_closed or site_reopened."),
    Column(
      "detail", .text,
      "A JSON object of each column that moved: [value before, value after]."),
    Column("observed_at", .time, "The walk, or the list of sites, that saw the change first."),
    Column("previous_walk_at", .time, "The one before, which did not see it yet."),
  ]

  private static let walkColumns = [
    Column("id", .integer, "The walk's number."),
    Column("run_id", .integer, "The run that began the walk."),
    network, site,
    Column("started_at", .time, "When its first page was asked for."),
    Column("finished_at", .time, "When its verdict fell; absent while unfinished."),
    Column("verdict", .text, "complete, unproven or incomplete; absent while unfinished."),
    Column("reasons", .text, "The rules that do not hold, separated by spaces."),
    Column("total", .integer, "The roster's size as the first page says."),
    Column("items", .integer, "Items of the first reading."),
    Column("pages", .integer, "Pages of both readings."),
    Column("requests", .integer, "Requests sent for this walk, retries included."),
  ]

  private static let pageColumns = [
    Column("walk_id", .integer, "The walk that the page belongs to."),
    Column("reading", .integer, "1, or 2 for the reading in the opposite order."),
    Column("page", .integer, "The page's number, from 1."),
    Column("item_count", .integer, "Items on the page."),
    Column("has_more", .integer, "1 where the page says that others follow, else 0."),
    Column("total", .integer, "The roster's size as this page says."),
    Column("sha256", .text, "SHA-256 of the page's items."),
    Column("fetched_at", .time, "When the page came."),
  ]

  private static let runColumns = [
    Column("id", .integer, "The run's number."),
    Column("started_at", .time, "When the run began."),
    Column("finished_at", .time, "When it ended; absent while it runs or where it was killed."),
    Column("outcome", .text, "complete, problems, stopped, interrupted, unreachable or failed."),
    Column("requests", .integer, "Requests sent, retries included."),
    Column("retries", .integer, "Requests sent again after a failure."),
    Column("quota_remaining", .integer, "Requests that the API still allowed at the end."),
  ]
}
