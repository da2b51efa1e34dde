import Archive
import Roster
package import Sync
import Transport

extension SyncSummary.Problem {
  /// The problem as a sentence without its end, with what to do where that is known.
  package var detail: String {
    switch cause {
    case .rules(let rules): rules.map(\.words).joined(separator: "; ")
    case .fault(let fault): fault.message
    case .unasked(let address, let fault):
      "\(address) was not added: \(fault.message)"
    case .elected(let fault): fault?.message ?? "the list of the elected is not proven whole"
    case .history(let fault): "a log of who held a role before was not read: \(fault.message)"
    case .neverMirrored(let count):
      count.counted("other site of the scope was", "other sites of the scope were")
        + " never mirrored; sync without SITE and --all asks for them"
    case .massDeparture(let departure):
      "\(departure.emptied) of \(departure.compared) rosters lost more than half of their "
        + "moderators, which is implausible; nothing more is published. Check that the right server "
        + "answers, or use --accept-shrink if it is true"
    case .siteList(let list): "the list of sites read at \(list.fetchedAt.rfc3339) \(list.fault)"
    }
  }
}

extension SiteListState {
  /// What is wrong with a rejected list of sites, as far as the archive recorded it.
  var fault: String {
    guard let total else { return "contains \(items) and reports no total" }
    if total != items { return "contains \(items) of \(total)" }
    return lacking > 0
      ? "lacks \(lacking) of the sites that were open" : "has a has_more that does not end"
  }
}
