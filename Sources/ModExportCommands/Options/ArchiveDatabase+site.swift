import Archive
import FoundationEssentials
import Roster

extension ArchiveDatabase {
  /// The site that the user names: its id, `network:id`, host, URL, alias or name.
  ///
  /// - Throws: `CommandFailure` (64) with suggestions, if the archive contains no such site; with the names of
  ///   all, if it contains several.
  func site(meaning text: String) throws -> KnownSite {
    do {
      if text.contains("://") { _ = try WebAddress(text) }
    } catch {
      throw CommandFailure(error)
    }
    // In the usual case not all sites need to be read.
    let exact = try knownSites(withID: text)
    if exact.count == 1 { return exact[0] }
    let known = try knownSites()
    switch SiteDirectory(sites: known.map(\.site)).resolve(text) {
    case .ambiguous(let sites): throw CommandFailure(ambiguous: text, sites)
    case .unknown(let near):
      // A former id or name says more than similar ones.
      let renamed = try sitesRenamed(after: .distantPast)
        .filter { "\($0.former.id)" == text || $0.formerName == text }
        .map { try knownSite($0.site).site }
      throw CommandFailure(unknownSite: text, suggestions: renamed.isEmpty ? near : renamed)
    case .found(let site):
      guard let found = known.first(where: { $0.site.ref == site.ref }) else {
        throw CommandFailure(unknownSite: text, suggestions: [])
      }
      return found
    }
  }
}

/// A site that the user names, with its present id and name and those of a day.
struct MeantSite {
  /// Under its present id and name.
  var now: Site
  /// Under the id and the name of the day.
  var then: Site
}

extension ArchiveDatabase {
  /// The site that the user names on a day: ids and names of that day take precedence over present ones.
  ///
  /// - Throws: `CommandFailure` (64) with suggestions, if the archive contains no such site.
  func site(meaning text: String, at date: Date?) throws -> MeantSite {
    let renamed = try date.map { try sitesRenamed(after: $0) } ?? []
    let meant = try renamed.map { former in
      let now = try knownSite(former.site).site
      var then = now
      (then.ref, then.name) = (former.former, former.formerName)
      return MeantSite(now: now, then: then)
    }
    if case .found(let site) = SiteDirectory(sites: meant.map(\.then)).resolve(text),
      let found = meant.first(where: { $0.then == site })
    {
      return found
    }
    let present = try site(meaning: text).site
    return meant.first { $0.now == present } ?? MeantSite(now: present, then: present)
  }
}
