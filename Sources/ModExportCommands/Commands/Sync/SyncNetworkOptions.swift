import ArgumentParser
import Networks
import Transport

/// Where the API is, and how it may be asked.
struct SyncNetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The API. (default: $MODEXPORT_API_URL, else \(NetworkRegistry.standard.addressList))",
      valueName: "url"))
  var apiURL: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the API key. Without it the key itself is taken from "
        + "\(NetworkRegistry.standard.keyVariableList).",
      valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    help: ArgumentHelp(
      "Requests per second; at most \(NetworkRegistry.standard.rateLimitList). (default: 20)",
      valueName: "n"),
    transform: Int.option(within: 1...100_000))
  var rate = 20

  @Option(
    help: ArgumentHelp("Requests in flight. (default: 8)", valueName: "n"),
    transform: Int.option(within: 1...256))
  var concurrency = 8

  @Option(
    help: ArgumentHelp("Stop after this many requests.", valueName: "n"),
    transform: Int.option(within: 1...Int.max))
  var maxRequests: Int?

  @Option(
    help: ArgumentHelp(
      "Requests of the daily quota to leave unused. (default: 10)", valueName: "n"),
    transform: Int.option(within: 0...Int.max))
  var quotaReserve = 10

  @Option(
    help: ArgumentHelp("Time limit of one request. (default: 30s)", valueName: "duration"),
    transform: Duration.init(option:))
  var timeout = Duration.seconds(30)

  @Option(
    help: ArgumentHelp(
      "Retries of a failed request. (default: 5)", valueName: "n"),
    transform: Int.option(within: 0...100))
  var retries = 5

  @Option(
    help: ArgumentHelp(
      "Wait before the first retry; doubles each time. (default: 500ms)", valueName: "duration"),
    transform: Duration.init(option:))
  var retryDelay = Duration.milliseconds(500)

  @Option(
    help: ArgumentHelp(
      "Stop (exit code 75) if the API asks for a longer wait. (default: 2m)", valueName: "duration"),
    transform: Duration.init(option:))
  var maxWait = Duration.seconds(120)

  /// - Throws: `ValidationError` where values do not fit each other.
  func checkAgainstItself() throws {
    if timeout == .zero { throw ValidationError("--timeout must be longer than 0s.") }
  }

  /// The network that is asked.
  ///
  /// - Throws: `CommandFailure` (64) where the address, the key or the rate cannot be used.
  func network(in context: CommandContext) throws -> any Network {
    let entry = try context.networks.onlyEntry()
    let address = try APIAddress.resolve(
      option: apiURL, environment: context.environment, usual: entry.address)
    if let most = entry.mostRate(address), rate > most {
      throw CommandFailure(
        .usage, "--rate \(rate) is more than \(address.host) allows: use \(most) or less.")
    }
    let key = try APIKey.resolve(
      file: keyFile, environment: context.environment, variable: entry.keyVariable,
      address: address)
    return entry.make(address, key)
  }

  var limits: ThrottleLimits {
    ThrottleLimits(
      rate: Double(rate), concurrency: concurrency, maxRequests: maxRequests,
      quotaReserve: quotaReserve, maxWait: maxWait / .seconds(1))
  }

  var retryPolicy: RetryPolicy {
    RetryPolicy(retries: retries, firstDelay: retryDelay / .seconds(1))
  }
}
