import Archive
import FoundationEssentials
import Roster
import Transport

extension SiteWalk {
  /// What a walk led to, with what else was learned about the site.
  struct Report: Sendable {
    var result: Result
    /// The walk over the elected, where one was asked for and proves nothing.
    var problem: SyncSummary.Problem?
    /// When the same requests may be sent again.
    var mayRepeatAt: Date
    /// What ended the run after the roster was published: ``Stopped``, `CancellationError` or
    /// `ArchiveError`.
    var interruption: (any Error)?
  }

  /// Walks a site once and, where its roster was published and the user asks for it, the elected too.
  ///
  /// - Throws: As ``walk(_:isLast:shrunk:)`` does. A failure to learn who was elected is a problem of
  ///   the report, and an end of the run meanwhile is noted there: the roster is published all the
  ///   same.
  func report(_ site: Site, isLast: Bool, shrunk: Set<Int>?) async throws -> Report {
    let result = try await walk(site, isLast: isLast, shrunk: shrunk)
    var report = Report(
      result: result, mayRepeatAt: time.now.addingTimeInterval(options.recheckAfter))
    guard options.elected, case .published(var roster) = result else { return report }
    let start = time.now
    do {
      guard let evidence = try await elected(site) else {
        report.problem = Self.problem(site, "the list of the elected is not proven whole")
        return report
      }
      let moved = try archive.setElected(
        evidence, site: site.ref, startedAt: start, at: time.now)
      roster.changes += moved
      report.result = .published(roster)
    } catch let fault as Fault {
      report.problem = Self.problem(site, fault.message)
    } catch {
      report.interruption = error
    }
    return report
  }

  private static func problem(_ site: Site, _ detail: String) -> SyncSummary.Problem {
    SyncSummary.Problem(site: site.ref, reason: "elected", detail: detail)
  }
}
