import FoundationEssentials
import Roster
package import Sync
import Transport

extension CommandFailure {
  /// The messages and exit codes for runs that failed as a whole.
  package init(_ failure: SyncFailure) {
    switch failure {
    case .noSites(let fault):
      self.init(
        .unreachable,
        "The list of sites could not be fetched: \(fault.message); \(fault.advice).")
    case .keyRefused(let fault, let origin):
      self.init(
        .failed,
        "The API refuses the key of \(origin): \(fault.message); check it, or get one at "
          + "https://stackapps.com/apps/oauth/register.")
    case .notPrepared(let fault, let noun):
      self.init(.failed, "The API did not create a \(noun): \(fault.message); \(fault.advice).")
    case .unknownSite(let text, let suggestions):
      self.init(unknownSite: text, suggestions: suggestions)
    case .ambiguousSite(let text, let sites): self.init(ambiguous: text, sites)
    case .otherAPI(let api, let known):
      self.init(
        .usage,
        "This archive was mirrored from \(known); \(api) is another API: name the archive's own with "
          + "--api-url\(Self.address(of: known)), or use another --archive, or --adopt-api if the API moved."
      )
    case .wrongClock(let ours, let theirs):
      self.init(
        .failed,
        "This machine's clock shows \(ours.rfc3339), the API's \(theirs.rfc3339): set the clock, then run "
          + "sync again.")
    case .contradictedClock(let ours, let theirs, let servers):
      self.init(
        .failed,
        "This machine's clock shows \(ours.rfc3339), and "
          + (servers == 1
            ? "the only server that tells the time \(theirs.rfc3339): one of them is wrong. If it is this machine's, "
            : "\(servers) servers \(theirs.rfc3339): ")
          + "set the clock, then run sync again.")
    case .futureRoster(let site, let readAt, let now):
      self.init(
        .failed,
        "The newest roster, that of \(site.id), is dated \(readAt.rfc3339), and now is \(now.rfc3339), "
          + "more than 5 seconds earlier: a clock was wrong. `modexport sync --redate` corrects such dates."
      )
    case .noScope:
      self.init(
        .usage,
        "The archive has no scope yet: name sites, or use --all.")
    }
  }

  /// The address of an API behind `--api-url`, as far as its identity tells it.
  private static func address(of identity: String) -> String {
    if APIIdentity.isSampleNetwork(identity) {
      return " (the address that `modexport-sample serve` prints)"
    }
    return NetworkRegistry.standard.addresses[identity].map { " \($0)" } ?? " (on \(identity))"
  }

  /// A name that matches no site, with suggestions.
  init(unknownSite text: String, suggestions: [Site]) {
    let text = text.contains("@") ? WebAddress.withoutSecrets(text) : text
    self.init(.usage, "There is no site '\(text)'. \(Self.hint(suggestions))")
  }

  /// A name of several sites, each of which has another name.
  init(ambiguous text: String, _ sites: [Site]) {
    let named = sites.prefix(Self.mostNamed).map { "'\($0.ref)'" }
    let more = sites.count > named.count ? ", or \(sites.count - named.count) more" : ""
    self.init(
      .usage,
      "\(sites.count.counted("site is", "sites are")) called '\(text)': name \(named.joined(separator: " or "))\(more)."
    )
  }

  /// The most sites that a message names.
  private static let mostNamed = 5

  /// What to do about a name that matches no site.
  static func hint(_ suggestions: [Site]) -> String {
    let hasSeveralNetworks = Set(suggestions.map(\.network)).count > 1
    let names = suggestions.map { hasSeveralNetworks ? "'\($0.ref)'" : "'\($0.id)'" }
    return names.isEmpty
      ? "`modexport sites` lists those that are known."
      : "Did you mean \(names.joined(separator: " or "))?"
  }
}
