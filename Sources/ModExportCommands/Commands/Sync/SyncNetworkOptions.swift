import ArgumentParser
import StackExchange
import Transport

/// Where the API is, and how it may be asked.
struct SyncNetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The API. (default: $MODEXPORT_API_URL, else \(APIEndpoint.stackExchange))",
      valueName: "url"))
  var apiURL: String?

  @Option(
    help: ArgumentHelp(
      "A file that holds the API key. Without it the key itself is taken from $STACKEXCHANGE_KEY.",
      valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    help: ArgumentHelp(
      "Requests per second; at most \(Self.mostRate) to stackexchange.com. (default: 20)",
      valueName: "n"),
    transform: Int.option(within: 1...100_000))
  var rate = 20

  @Option(
    help: ArgumentHelp("Requests in flight. (default: 8)", valueName: "n"),
    transform: Int.option(within: 1...256))
  var concurrency = 8

  @Option(
    help: ArgumentHelp("Stop after so many requests.", valueName: "n"),
    transform: Int.option(within: 1...Int.max))
  var maxRequests: Int?

  @Option(
    help: ArgumentHelp(
      "Requests of the day's quota to leave for others. (default: 10)", valueName: "n"),
    transform: Int.option(within: 0...Int.max))
  var quotaReserve = 10

  @Option(
    help: ArgumentHelp("For one request. (default: 30s)", valueName: "duration"),
    transform: Duration.init(option:))
  var timeout = Duration.seconds(30)

  @Option(
    help: ArgumentHelp(
      "How often a failed request is sent again. (default: 5)", valueName: "n"),
    transform: Int.option(within: 0...100))
  var retries = 5

  @Option(
    help: ArgumentHelp(
      "The first wait before that, doubled each time. (default: 500ms)", valueName: "duration"),
    transform: Duration.init(option:))
  var retryDelay = Duration.milliseconds(500)

  @Option(
    help: ArgumentHelp(
      "A longer wait that the API asks for ends the run. (default: 2m)", valueName: "duration"),
    transform: Duration.init(option:))
  var maxWait = Duration.seconds(120)

  /// The API drops what is beyond 30 requests a second.
  static let mostRate = 30

  /// - Throws: `ValidationError` where values do not fit each other.
  func checkAgainstItself() throws {
    if timeout == .zero { throw ValidationError("--timeout must be longer than 0s.") }
  }

  /// - Throws: `CommandFailure` (64) where the address, the key or the rate cannot be used.
  func endpoint(environment: [String: String]) throws -> APIEndpoint {
    let address = try APIAddress.resolve(option: apiURL, environment: environment)
    if address.isStackExchange, rate > Self.mostRate {
      throw CommandFailure(
        .usage,
        "--rate \(rate) is more than \(address.host) allows: use \(Self.mostRate) or less.")
    }
    let key = try APIKey.resolve(file: keyFile, environment: environment, address: address)
    return APIEndpoint(base: address.url, key: key)
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
