import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

extension SiteWalk {
  /// Publishes the roster of a site where its walk proves it and, where the user asks for it, fetches the
  /// list of elected moderators too.
  ///
  /// - Throws: As ``conclude(_:isLast:repeated:)`` does. A failure to fetch who was
  ///   elected is a part of the outcome, and so is an end of the run meanwhile: the roster is
  ///   published anyway.
  func outcome(
    of fetched: FetchedSite, isLast: Bool, repeated: [Role: Set<Int>]?
  ) async throws -> SiteOutcome {
    let site = fetched.opened.site
    let outcome = try await conclude(fetched, isLast: isLast, repeated: repeated)
    guard options.elected, let list = fetched.opened.lists.elected,
      case .published(var publication, _) = outcome
    else { return outcome }
    let start = time.now
    do {
      guard let evidence = try await elected(list, of: site.ref) else {
        return .published(
          publication, elected: .unknown(nil))
      }
      publication.changes += try archive.setElected(
        evidence, by: network.rules, site: site.ref, startedAt: start,
        at: evidence.provenAt ?? time.now)
      return .published(publication, elected: .settled)
    } catch let fault as Fault {
      return .published(publication, elected: .unknown(fault))
    } catch {
      return .published(publication, elected: .interrupted(error))
    }
  }

  /// The proven list of elected moderators, from a separate walk under the same rules; nil where
  /// that walk proves nothing.
  private func elected(_ list: RosterList, of site: SiteRef) async throws -> Evidence? {
    let oldest = OldestAnswer()
    let transport = WalkTransport(
      next: transport, site: site, requests: WalkCount(), oldest: oldest)
    let pages = try await pageWalk(list, of: site, through: transport, oldest: oldest) { _ in }
      .run()
    let evidence = Evidence(pages: pages.map(\.evidence))
    return evidence.verdict(by: network.rules) == .complete ? evidence : nil
  }
}
