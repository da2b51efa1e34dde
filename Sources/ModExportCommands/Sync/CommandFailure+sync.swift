import Roster
package import Sync
import Transport

extension CommandFailure {
  /// What a run that could not be done means to somebody at the command line.
  package init(_ failure: SyncFailure) {
    switch failure {
    case .noSites(let fault):
      self.init(
        .unreachable, "The list of sites was not to be had: \(fault.message); check --api-url.")
    case .keyRefused(let fault, let origin):
      self.init(
        .failed,
        "The API refuses the key of \(origin): \(fault.message); check it, or get one at "
          + "https://stackapps.com/apps/oauth/register.")
    case .noFilter(let fault):
      self.init(.failed, "The API made no filter: \(fault.message); check --api-url.")
    case .unknownSite(let text, let suggestions):
      self.init(unknownSite: text, suggestions: suggestions)
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
    let names = suggestions.map { "'\($0.id)'" }
    return names.isEmpty
      ? "`modexport sites` lists those that are known."
      : "Did you mean \(names.joined(separator: " or "))?"
  }
}
