import ArgumentParser
import SampleNetwork

/// The limits that the sample network enforces; by default those of the real API.
struct SampleLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Requests in any second before a lock-out; 0 for no limit. (default: 30)", valueName: "n"),
    transform: Int.option(within: 0...1_000_000))
  var rateLimit: Int?

  @Option(
    help: ArgumentHelp(
      "Requests a day; 0 for no limit. (default: 300, with a key 10000)", valueName: "n"),
    transform: Int.option(within: 0...1_000_000_000))
  var quota: Int?

  @Option(
    help: ArgumentHelp(
      "One in this many answers asks for a backoff. (default: none)", valueName: "n"),
    transform: Int.option(within: 1...1_000_000))
  var backoffEvery: Int?

  @Option(
    help: ArgumentHelp("The length of that backoff. (default: 10s)", valueName: "duration"),
    transform: Duration.init(option:))
  var backoff: Duration?

  var limits: SampleLimits {
    var limits = SampleLimits()
    if let rateLimit { limits.requestsPerSecond = rateLimit == 0 ? nil : rateLimit }
    if let quota {
      limits.keylessQuota = quota == 0 ? nil : quota
      limits.keyedQuota = limits.keylessQuota
    }
    if let backoffEvery { limits.backoffEvery = backoffEvery }
    if let backoff { limits.backoff = backoff }
    return limits
  }
}
