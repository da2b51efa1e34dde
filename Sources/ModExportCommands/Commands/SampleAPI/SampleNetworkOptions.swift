import ArgumentParser
import SampleNetwork

/// Which made-up network, and how quickly it answers.
struct SampleNetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which made-up network to serve; each number gives another one.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Serve the network as it is this many days later.", valueName: "n"))
  var day = 0

  @Option(
    help: ArgumentHelp("Number of sites. (default: the 346 of the real list)", valueName: "n"))
  var sites: Int?

  @Option(
    help: ArgumentHelp("Add a site with this many moderators.", valueName: "n"))
  var giant: Int?

  @Option(
    help: ArgumentHelp("Delay of every answer in milliseconds.", valueName: "ms"),
    transform: Int.option(within: 0...60_000))
  var latency = 0

  @Option(
    help: ArgumentHelp(
      "How far its clock is ahead; --clock-offset=-2h is behind. (default: 0s)",
      valueName: "duration"),
    transform: Self.offset)
  var clockOffset = Duration.zero

  /// Reads a duration with or without a sign; throws `ValidationError` with a sentence for anything else.
  @Sendable private static func offset(_ text: String) throws -> Duration {
    text.hasPrefix("-")
      ? try .zero - Duration(option: String(text.dropFirst())) : try Duration(option: text)
  }

  /// The configuration without limits and faults.
  var configuration: SampleConfiguration {
    SampleConfiguration(
      seed: seed, day: day, siteLimit: sites, giant: giant, latency: .milliseconds(latency),
      clockOffset: clockOffset)
  }

  @Sendable static func fault(_ text: String) throws -> SampleFault {
    do {
      return try SampleFault(text)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
