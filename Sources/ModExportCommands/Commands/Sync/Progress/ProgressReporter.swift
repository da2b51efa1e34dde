import FoundationEssentials
import Roster
import Sync
import Transport

/// Shows how far a run is: as a line on a terminal, else as a line of the log once a minute.
struct ProgressReporter: Sendable {
  let progress: SyncProgress
  let traffic: Traffic
  /// Until when the API asked for a wait; nil where it did not.
  let deadline: @Sendable () async -> Date?
  let time: any TimeSource

  /// Seconds between two lines of the log.
  static let pause: TimeInterval = 60

  /// Draws the bar until the task is cancelled.
  func draw(_ bar: ProgressBar) async {
    let start = time.now
    repeat {
      bar.show(await state(since: start))
    } while (try? await time.sleep(seconds: 0.1)) != nil
  }

  /// Reports once a minute until the task is cancelled.
  func report(_ body: @Sendable (ProgressState) -> Void) async {
    let start = time.now
    while (try? await time.sleep(seconds: Self.pause)) != nil {
      body(await state(since: start))
    }
  }

  private func state(since start: Date) async -> ProgressState {
    let counts = traffic.counts
    let now = time.now
    let rereads = progress.rereads
    return ProgressState(
      sitesDone: progress.sitesDone, sitesTotal: progress.sites, requests: counts.requests,
      quotaRemaining: counts.quotaRemaining, elapsed: .seconds(now.timeIntervalSince(start)),
      waiting: await deadline().map { .seconds($0.timeIntervalSince(now)) },
      rereading: rereads.first.map {
        .init(
          site: $0.site.id, sites: rereads.count, hasChanged: $0.hasChanged,
          wait: .seconds(max(0, $0.at.timeIntervalSince(now))))
      })
  }
}
