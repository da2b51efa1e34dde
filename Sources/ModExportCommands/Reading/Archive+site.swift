import Archive
import Roster

extension Archive {
  /// The site that somebody means: its id, host, URL, alias or name.
  ///
  /// - Throws: `CommandFailure` (64) with what may be meant, where the archive knows no such site.
  func site(meaning text: String) throws -> KnownSite {
    if let site = try knownSite(text, network: stackExchangeNetwork) { return site }
    let known = try knownSites(network: stackExchangeNetwork)
    switch SiteDirectory(sites: known.map(\.site)).resolve(text) {
    case .unknown(let suggestions):
      throw CommandFailure(unknownSite: text, suggestions: suggestions)
    case .found(let site):
      guard let found = known.first(where: { $0.site.id == site.id }) else {
        throw CommandFailure(unknownSite: text, suggestions: [])
      }
      return found
    }
  }
}
