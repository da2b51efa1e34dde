import FoundationEssentials
import Roster
import Sync
import Synchronization
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
    let (now, rereads) = (time.now, progress.rereads)
    // While other sites are read, the time left says more.
    let reread = progress.sitesDone + rereads.count >= progress.sites ? rereads.first : nil
    let end = await deadline() ?? reread
    return ProgressState(
      sitesDone: progress.sitesDone, sitesTotal: progress.sites, requests: traffic.counts.requests,
      elapsed: .seconds(now.timeIntervalSince(start)),
      waiting: end.map { .seconds(max(0, $0.timeIntervalSince(now))) })
  }
}

/// How far a sync is.
struct ProgressState: Hashable, Sendable {
  /// Sites that are proven, failed or skipped.
  var sitesDone = 0
  /// Sites that the run was asked for.
  var sitesTotal: Int
  /// Requests sent so far.
  var requests = 0
  /// Time since the run began.
  var elapsed = Duration.zero
  /// How much longer the run waits because the API asked for it, or before it reads a site again that changed while it
  /// was read; nil where it does not.
  var waiting: Duration?

  /// The time left if the other sites take as long as those that are done; nil while none is.
  var timeLeft: Duration? {
    guard sitesDone > 0, sitesTotal >= sitesDone else { return nil }
    return elapsed * (Double(sitesTotal - sitesDone) / Double(sitesDone))
  }
}

/// Draws the progress of a sync as one line of plain text.
enum ProgressLine {
  /// - Parameters:
  ///   - state: How far the sync is.
  ///   - width: The terminal's columns. The line is shorter, so that it never wraps; what matters
  ///     least is left out first.
  static func render(_ state: ProgressState, width: Int) -> String {
    let (sites, ending) = ("\(state.sitesDone)/\(state.sitesTotal) sites", ending(of: state))
    let forms = [[sites, state.requests.counted("request"), ending], [sites, ending]].map {
      $0.compactMap(\.self).joined(separator: "  ")
    }
    let text = forms.first { $0.count < width } ?? String(sites.prefix(max(0, width - 1)))
    let room = min(width - text.count - 5, longestBar)
    return room >= shortestBar ? "[\(bar(state, room))]  \(text)" : text
  }

  /// The state as a sentence, for a log: "173 of 174 sites, 182 requests; waiting 0:43".
  static func sentence(_ state: ProgressState) -> String {
    let sites = "\(state.sitesDone) of \(state.sitesTotal.counted("site"))"
    return ["\(sites), \(state.requests.counted("request"))", ending(of: state)]
      .compactMap { $0 }.joined(separator: "; ")
  }

  private static let shortestBar = 8
  private static let longestBar = 30

  private static func bar(_ state: ProgressState, _ columns: Int) -> String {
    let done = min(max(state.sitesDone, 0), state.sitesTotal)
    let filled = state.sitesTotal > 0 ? columns * done / state.sitesTotal : 0
    return String(repeating: "#", count: filled)
      + String(repeating: ".", count: columns - filled)
  }

  private static func ending(of state: ProgressState) -> String? {
    if let waiting = state.waiting { return "waiting \(clock(waiting))" }
    return state.timeLeft.map { "\(clock($0)) left" }
  }

  /// `0:07`, `12:34` or `1:02:03`, rounded up, so that it reaches zero when there is nothing left.
  static func clock(_ duration: Duration) -> String {
    let seconds = Int((duration / .seconds(1)).rounded(.up))
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return hours > 0
      ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// The progress of a sync below the messages on a terminal, drawn at most ten times a second.
///
/// It reads no clock: each state contains its time.
final class ProgressBar: Sendable {
  private let messages: MessageStream
  private let width: Int
  private let drawnAt = Mutex<Duration?>(nil)
  private static let pause = Duration.milliseconds(100)

  /// - Parameter width: The terminal's columns.
  init(on messages: MessageStream, width: Int) {
    self.messages = messages
    self.width = width
  }

  /// Draws the state, unless another was drawn less than a tenth of a second before it.
  func show(_ state: ProgressState) {
    let isDue = drawnAt.withLock { last in
      if let last, state.elapsed - last < Self.pause { return false }
      last = state.elapsed
      return true
    }
    if isDue { messages.showStatus(ProgressLine.render(state, width: width)) }
  }

  /// Removes the bar at the end of the run, however it ends.
  func clear() {
    messages.showStatus("")
  }
}
