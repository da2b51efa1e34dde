import ArgumentParser
import ModExportCommands
import SampleNetwork

/// The limits that the sample network enforces; by default those of the real API.
struct SampleLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Requests before a client must wait; 0 for no limit. (default: 30 in any second for \
      \(SampleKind.exchange.rawValue), 200 in a minute for the others)
      """, valueName: "n"),
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

  /// The limits that are given.
  ///
  /// - Throws: `ValidationError` for one that the kind of network does not have.
  func limits(of kind: SampleKind) throws -> SampleSetup.Limits {
    let given = [
      ("--quota", quota != nil), ("--backoff-every", backoffEvery != nil),
      ("--backoff", backoff != nil),
    ]
    if !kind.hasQuota, let (name, _) = given.first(where: { $0.1 }) {
      throw ValidationError(
        "\(name) is only for --network \(SampleKind.exchange.rawValue): \(kind.rawValue) has no such limit."
      )
    }
    return SampleSetup.Limits(
      rate: rateLimit, quota: quota, backoffEvery: backoffEvery, backoff: backoff)
  }
}
