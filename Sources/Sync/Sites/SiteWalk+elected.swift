import Archive
import FoundationEssentials
import Networks
import PageWalk
import Roster
import Transport

extension SiteWalk {
  /// Walks a site once and, where its roster was published and the user asks for it, fetches the
  /// list of elected moderators too.
  ///
  /// - Parameter fetchEnded: Called when all pages of the roster were fetched, or one could not be.
  /// - Throws: As ``open(_:isBlank:)``, ``fetch(_:)`` and ``conclude(_:isLast:repeated:)`` do. A failure to fetch who was
  ///   elected is a part of the outcome, and so is an end of the run meanwhile: the roster is
  ///   published anyway.
  func outcome(
    _ site: Site, isBlank: Bool, isLast: Bool, repeated: Set<Int>?, fetchEnded: () -> Void
  ) async throws -> SiteOutcome {
    let fetched: FetchedSite
    do {
      defer { fetchEnded() }
      fetched = try await fetch(open(site, isBlank: isBlank))
    }
    let outcome = try await conclude(fetched, isLast: isLast, repeated: repeated)
    guard options.elected, let list = fetched.opened.lists.elected,
      case .published(var publication, _) = outcome
    else { return outcome }
    let start = time.now
    do {
      guard let evidence = try await elected(list) else {
        return .published(
          publication, elected: .unknown(nil))
      }
      publication.changes += try archive.setElected(
        evidence, by: network.rules, site: site.ref, startedAt: start, at: time.now)
      return .published(publication, elected: .settled)
    } catch let fault as Fault {
      return .published(publication, elected: .unknown(fault))
    } catch {
      return .published(publication, elected: .interrupted(error))
    }
  }

  /// The proven list of elected moderators, from a separate walk under the same rules; nil where
  /// that walk proves nothing.
  private func elected(_ list: RosterList) async throws -> Evidence? {
    let pages = try await pageWalk(
      list, through: WalkTransport(transport, counting: WalkCount())
    ) { _ in }.run()
    let evidence = Evidence(pages: pages.map(\.evidence))
    return evidence.verdict(by: network.rules) == .complete ? evidence : nil
  }
}
