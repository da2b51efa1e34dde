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

/// How far a sync is.
struct ProgressState: Hashable, Sendable {
  /// Sites that are proven, failed or skipped.
  var sitesDone = 0
  /// Sites that the run was asked for.
  var sitesTotal: Int
  /// Requests sent so far.
  var requests = 0
  /// What the API still allows; nil until an answer contains it.
  var quotaRemaining: Int?
  /// Time since the run began.
  var elapsed = Duration.zero
  /// How much longer the run waits because the API asked for it; nil where it does not.
  var waiting: Duration?
  /// The site that is read again next; nil where none waits for that.
  var rereading: Rereading?

  /// Sites that wait before they are read again.
  struct Rereading: Hashable, Sendable {
    /// The id of the first of them.
    var site: String
    /// How many there are.
    var sites = 1
    /// Whether the first one changed while it was read; else an earlier run has just read it.
    var hasChanged = true
    /// How long the first one still waits.
    var wait: Duration
  }

  /// Requests per second since the run began; 0 at its very start.
  var rate: Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(requests) / seconds : 0
  }

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
    let sites = "\(state.sitesDone)/\(state.sitesTotal) sites"
    let most = [ending(of: state), state.requests.counted("request"), quota(state), rate(state)]
    var facts = most.compactMap { $0 }
    while !facts.isEmpty, length(sites, facts) >= width { facts.removeLast() }
    let text = ([sites] + inReadingOrder(facts, of: state)).joined(separator: "  ")
    let room = min(width - text.count - 5, longestBar)
    if room >= shortestBar { return "[\(bar(state, room))]  \(text)" }
    return text.count < width ? text : String(text.prefix(max(0, width - 1)))
  }

  /// The state as a sentence, for a log: "173 of 174 sites, 182 requests; stackoverflow changed while it
  /// was read; again in 0:43".
  static func sentence(_ state: ProgressState) -> String {
    let sites = "\(state.sitesDone) of \(state.sitesTotal.counted("site"))"
    return ["\(sites), \(state.requests.counted("request"))", ending(of: state)]
      .compactMap { $0 }.joined(separator: "; ")
  }

  private static let shortestBar = 8
  private static let longestBar = 30

  private static func length(_ sites: String, _ facts: [String]) -> Int {
    facts.reduce(sites.count) { $0 + 2 + $1.count }
  }

  private static func inReadingOrder(_ facts: [String], of state: ProgressState) -> [String] {
    [state.requests.counted("request"), rate(state), quota(state), ending(of: state)]
      .compactMap { $0 }.filter(facts.contains)
  }

  private static func bar(_ state: ProgressState, _ columns: Int) -> String {
    let done = min(max(state.sitesDone, 0), state.sitesTotal)
    let filled = state.sitesTotal > 0 ? columns * done / state.sitesTotal : 0
    return String(repeating: "#", count: filled)
      + String(repeating: ".", count: columns - filled)
  }

  private static func rate(_ state: ProgressState) -> String {
    "\(state.rate.tenths)/s"
  }

  private static func quota(_ state: ProgressState) -> String? {
    state.quotaRemaining.map { "quota \($0)" }
  }

  private static func ending(of state: ProgressState) -> String? {
    if let waiting = state.waiting { return "waiting \(clock(waiting))" }
    // While other sites are read, the time left says more.
    if let rereading = state.rereading, state.sitesDone + rereading.sites >= state.sitesTotal {
      return words(of: rereading)
    }
    return state.timeLeft.map { "\(clock($0)) left" }
  }

  private static func words(of rereading: ProgressState.Rereading) -> String {
    let others = rereading.sites > 1 ? " and \(rereading.sites - 1) more" : ""
    let event = rereading.hasChanged ? "changed while it was read" : "was read a moment ago"
    return "\(rereading.site)\(others) \(event); again in \(clock(rereading.wait))"
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
