/// All options of a sample network and its server.
package struct SampleConfiguration: Hashable, Sendable {
  /// The seed of the network.
  package var seed: UInt64
  /// The day of the network: 0 to 3,651.
  package var day: Int
  /// How many sites, 0 to 20,000; nil for the 346 recorded ones, or the 174 of them that are no meta sites.
  package var siteLimit: Int?
  /// Whether there are meta sites.
  package var withMeta: Bool
  /// Whether some of the sites beyond the recorded ones have 25,000 moderators.
  package var withLarge = true
  /// One more site with that many moderators, 2 to 1,000,000; nil for none.
  package var giant: Int?
  /// The least bytes of HTML that an about-me text has, 0 to 60,000.
  package var profileLength = 0
  /// The wait before every response.
  package var latency: Duration
  /// The most random time that is added to it.
  package var jitter: Duration
  /// How far the clock of the `Date` header is ahead of the time that limits use; negative where it
  /// is behind.
  package var clockOffset: Duration
  package var limits: SampleLimits
  package var faults: [SampleFault]

  package init(
    seed: UInt64 = 1, day: Int = 0, siteLimit: Int? = nil, withMeta: Bool = true,
    giant: Int? = nil,
    latency: Duration = .zero, jitter: Duration = .zero, clockOffset: Duration = .zero,
    limits: SampleLimits = SampleLimits(),
    faults: [SampleFault] = []
  ) {
    self.seed = seed
    self.day = day
    self.siteLimit = siteLimit
    self.withMeta = withMeta
    self.giant = giant
    self.latency = latency
    self.jitter = jitter
    self.clockOffset = clockOffset
    self.limits = limits
    self.faults = faults
  }

  /// One sentence for each value that is out of range or does not exist in the network; empty where
  /// all are valid.
  package var problems: [String] {
    var problems = rangeProblems
    let known = network
    for fault in faults {
      guard let site = fault.scope.site, known.site(site) == nil else { continue }
      problems.append(
        "The scope `@\(site)` of the fault `\(fault.kind.rawValue)` is neither a site of this "
          + "network nor a method; the methods are \(Route.methods.joined(separator: ", ")).")
    }
    return problems
  }

  /// One sentence for each fault that can change no answer, because the site's list is too short for it.
  package var warnings: [String] {
    let known = network
    return faults.compactMap { fault in
      guard let site = fault.scope.site, known.site(site) != nil, let page = fault.firstPage
      else { return nil }
      let count = known.roster(of: site).count
      let pages = max(1, (count + Self.pageSize - 1) / Self.pageSize)
      guard page > pages else { return nil }
      let isFixed = fault.scope.page == nil && fault.kind.entry.page != nil
      return
        "The fault `\(fault.kind.rawValue)` has no effect on `\(site)`: it needs page \(page), and the "
        + "\(count) moderators of `\(site)` are on \(pages == 1 ? "1 page" : "\(pages) pages")."
        + (isFixed ? " `\(fault.kind.rawValue)@\(site):1` changes its first page." : "")
    }
  }

  /// Rows of the largest page that the API gives.
  private static let pageSize = 100

  private var rangeProblems: [String] {
    var problems: [String] = []
    func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) {
      guard let value, !range.contains(value) else { return }
      problems.append(
        "The \(name) \(value) is out of range; choose \(range.lowerBound) to \(range.upperBound).")
    }
    check("day", day, Self.days)
    check("number of sites", siteLimit, Self.siteLimits)
    check("giant's size", giant, Self.giants)
    check("length of profiles", profileLength, Self.profileLengths)
    return problems
  }

  private static let days = 0...3_651
  private static let siteLimits = 0...20_000
  private static let giants = 2...1_000_000
  private static let profileLengths = 0...60_000

  /// The network of these values, each clamped to its range.
  package var network: SampleWorld {
    func clamped(_ value: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(value, range.lowerBound), range.upperBound)
    }
    return SampleWorld(
      seed: seed, day: clamped(day, Self.days),
      siteLimit: siteLimit.map { clamped($0, Self.siteLimits) },
      giant: giant.map { clamped($0, Self.giants) }, withMeta: withMeta, withLarge: withLarge)
  }
}
