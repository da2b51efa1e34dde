import FoundationEssentials
import Roster
package import Sync
import Transport

extension CommandFailure {
  /// What a run that could not be done means to somebody at the command line.
  package init(_ failure: SyncFailure) {
    switch failure {
    case .noSites(let fault):
      self.init(
        .unreachable, "The list of sites could not be fetched: \(fault.message); check --api-url.")
    case .keyRefused(let fault, let origin):
      self.init(
        .failed,
        "The API refuses the key of \(origin): \(fault.message); check it, or get one at "
          + "https://stackapps.com/apps/oauth/register.")
    case .notPrepared(let fault, let noun):
      self.init(.failed, "The API made no \(noun): \(fault.message); check --api-url.")
    case .unknownSite(let text, let suggestions):
      self.init(unknownSite: text, suggestions: suggestions)
    case .otherAPI(let api, let known):
      self.init(
        .usage,
        "This archive was mirrored from \(known); \(api) is another API: use another --archive, or "
          + "--adopt-api if the API moved.")
    case .wrongClock(let ours, let theirs):
      self.init(
        .failed,
        "This machine's clock says \(ours.rfc3339), the API's \(theirs.rfc3339): set the clock, then run "
          + "sync again. Nothing was published.")
    case .futureRoster(let site, let readAt, let now):
      self.init(
        .failed,
        "The newest roster, that of \(site.id), is dated \(readAt.rfc3339), and now is \(now.rfc3339), "
          + "more than 5 seconds earlier: a clock was wrong. `modexport sync --redate` dates such rosters anew."
      )
    case .noScope:
      self.init(
        .usage,
        "Nobody has said yet which sites the archive is to hold: name sites, or use --all.")
    }
  }

  /// A name that means no site, with those that may be meant.
  init(unknownSite text: String, suggestions: [Site]) {
    self.init(.usage, "There is no site '\(text)'. \(Self.hint(suggestions))")
  }

  /// What to do about a name that means no site.
  static func hint(_ suggestions: [Site]) -> String {
    let hasSeveralNetworks = Set(suggestions.map(\.network)).count > 1
    let names = suggestions.map { hasSeveralNetworks ? "'\($0.ref)'" : "'\($0.id)'" }
    return names.isEmpty
      ? "`modexport sites` lists those that are known."
      : "Did you mean \(names.joined(separator: " or "))?"
  }
}
