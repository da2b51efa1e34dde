import Roster

/// How far a sync is.
package struct ProgressState: Hashable, Sendable {
  /// Sites that are proven, failed or skipped.
  package var sitesDone: Int
  /// Sites that the run was asked for.
  package var sitesTotal: Int
  /// Requests sent so far.
  package var requests: Int
  /// What the API still allows; nil until an answer contains it.
  package var quotaRemaining: Int?
  /// Time since the run began.
  package var elapsed: Duration
  /// How much longer the run waits because the API asked for it; nil where it does not.
  package var waiting: Duration?
  /// The site that is read again next; nil where none waits for that.
  package var rereading: Rereading?

  /// Sites that wait before they are read again.
  package struct Rereading: Hashable, Sendable {
    /// The id of the first of them.
    package var site: String
    /// How many there are.
    package var sites: Int
    /// Whether the first one changed while it was read; else an earlier run has just read it.
    package var hasChanged: Bool
    /// How long the first one still waits.
    package var wait: Duration

    package init(site: String, sites: Int = 1, hasChanged: Bool = true, wait: Duration) {
      self.site = site
      self.sites = sites
      self.hasChanged = hasChanged
      self.wait = wait
    }
  }

  /// A state of a run, by default its very start.
  package init(
    sitesDone: Int = 0, sitesTotal: Int, requests: Int = 0, quotaRemaining: Int? = nil,
    elapsed: Duration = .zero, waiting: Duration? = nil, rereading: Rereading? = nil
  ) {
    self.rereading = rereading
    self.sitesDone = sitesDone
    self.sitesTotal = sitesTotal
    self.requests = requests
    self.quotaRemaining = quotaRemaining
    self.elapsed = elapsed
    self.waiting = waiting
  }

  /// Requests per second since the run began; 0 at its very start.
  package var rate: Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(requests) / seconds : 0
  }

  /// The time left if the other sites take as long as those that are done; nil while none is.
  package var timeLeft: Duration? {
    guard sitesDone > 0, sitesTotal >= sitesDone else { return nil }
    return elapsed * (Double(sitesTotal - sitesDone) / Double(sitesDone))
  }
}

/// Draws the progress of a sync as one line of plain text.
package enum ProgressLine {
  /// - Parameters:
  ///   - state: How far the sync is.
  ///   - width: The terminal's columns. The line is shorter, so that it never wraps; what matters
  ///     least is left out first.
  package static func render(_ state: ProgressState, width: Int) -> String {
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
  package static func sentence(_ state: ProgressState) -> String {
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
