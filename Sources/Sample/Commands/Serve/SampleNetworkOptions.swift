import ArgumentParser
import ModExportCommands
import SampleNetwork

extension SampleKind: ExpressibleByArgument {}

/// Which made-up network, and how quickly it answers.
struct SampleNetworkOptions: ParsableArguments {
  @Option(
    name: .customLong("network"),
    help: ArgumentHelp("The network whose wire format is served.", valueName: "network"))
  var kind = SampleKind.exchange

  @Option(help: ArgumentHelp(Self.seedHelp, valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Serve the network as it is this many days later.", valueName: "n"))
  var day = 0

  @Option(help: ArgumentHelp("Number of sites. (default: \(Self.siteEstimate))", valueName: "n"))
  var sites: Int?

  @Option(
    help: ArgumentHelp("Add a site with this many moderators.", valueName: "n"))
  var giant: Int?

  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "Make about-me texts at least this many bytes long.", valueName: "bytes"))
  var profileLength = 0

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

  static let seedHelp: String = "Which made-up network; each number gives another one."

  private static let siteEstimate = SampleKind.allCases.map {
    "\($0.siteEstimate) for \($0.rawValue)"
  }
  .joined(separator: ", ")

  /// The network without limits and faults.
  var configuration: SampleConfiguration {
    var configuration = SampleConfiguration(
      seed: seed, day: day, siteLimit: sites, giant: giant, latency: .milliseconds(latency),
      clockOffset: clockOffset)
    configuration.profileLength = profileLength
    return configuration
  }
}
