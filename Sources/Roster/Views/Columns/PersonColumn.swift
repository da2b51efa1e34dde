/// The columns of the view `people`.
package enum PersonColumn: Int, ViewColumn {
  case network, accountID, displayName, sites, reputation, siteList

  package var column: View.Column {
    switch self {
    case .network: .network
    case .accountID: .accountID
    case .displayName:
      .init("display_name", .text, "The name on the site where the person has most reputation.")
    case .sites: .init("sites", .integer, "How many sites the person moderates.")
    case .reputation: .init("reputation", .integer, "Reputation on those sites together.")
    case .siteList:
      .init(
        "site_list", .text, "Those sites' ids in alphabetical order, separated by spaces.",
        shortening: .betweenWords)
    }
  }
}
