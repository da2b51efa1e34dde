import ArgumentParser
import Logging
import Networks
import Transport

/// Where the API is, and how requests are sent.
struct SyncNetworkOptions: ParsableArguments {
  @Option(RequestSettings.apiURL) var apiURL: String?
  @Option(RequestSettings.keyFile) var keyFile: String?
  @Option(RequestSettings.rate) var rate: Int?
  @Option(RequestSettings.concurrency) var concurrency: Int?
  @Option(RequestSettings.maxRequests) var maxRequests: Int?
  @Option(RequestSettings.quotaReserve) var quotaReserve: Int?
  @Option(RequestSettings.timeout) var timeout: Duration?
  @Option(RequestSettings.retries) var retries: Int?
  @Option(RequestSettings.retryDelay) var retryDelay: Duration?
  @Option(RequestSettings.maxWait) var maxWait: Duration?

  var texts: [OptionText?] {
    typealias Names = RequestSettings
    return [
      OptionText(Names.apiURL, apiURL), OptionText(Names.keyFile, keyFile),
      OptionText(Names.rate, rate), OptionText(Names.concurrency, concurrency),
      OptionText(Names.maxRequests, maxRequests), OptionText(Names.quotaReserve, quotaReserve),
      OptionText(Names.timeout, timeout), OptionText(Names.retries, retries),
      OptionText(Names.retryDelay, retryDelay), OptionText(Names.maxWait, maxWait),
    ]
  }
}

/// A network, and how requests to it are sent.
struct NetworkAccess: Sendable {
  let network: any Network
  /// Directly, or through the proxy that the environment names.
  let route: Route
  let limits: ThrottleLimits
  let retries: RetryPolicy
  /// Seconds for one request.
  let timeout: Double

  /// - Throws: `CommandFailure` (64) where the address, the key, the rate or another setting cannot be used.
  init(_ options: SyncNetworkOptions, in context: CommandContext) throws {
    typealias Names = RequestSettings
    let settings = context.settings
    let rate = try settings.value(of: Names.rate, option: options.rate)
    let entry = try context.networks.onlyEntry()
    let address = try Self.address(of: entry, option: options.apiURL, settings)
    network = try Self.network(entry, at: address, options, rate: rate, in: context)
    route = try Route(resolving: address.url, in: context)
    limits = ThrottleLimits(
      rate: Double(rate),
      concurrency: try settings.value(of: Names.concurrency, option: options.concurrency),
      maxRequests: try settings.value(of: Names.maxRequests, option: options.maxRequests),
      quotaReserve: try settings.value(of: Names.quotaReserve, option: options.quotaReserve),
      maxWait: try settings.value(of: Names.maxWait, option: options.maxWait) / .seconds(1))
    retries = RetryPolicy(
      retries: try settings.value(of: Names.retries, option: options.retries),
      firstDelay: try settings.value(of: Names.retryDelay, option: options.retryDelay) / .seconds(1)
    )
    timeout = try settings.value(of: Names.timeout, option: options.timeout) / .seconds(1)
  }

  /// The address of a network's API.
  ///
  /// - Parameter option: The value of `--api-url`.
  /// - Throws: `CommandFailure` (64) where it is no address.
  static func address(
    of entry: NetworkRegistry.Entry, option: String?, _ settings: Settings
  ) throws -> APIAddress {
    let source = settings.source(of: RequestSettings.apiURL, option: option)
    return try settings.value(of: RequestSettings.apiURL, option: option)
      .map { try APIAddress.resolve($0, from: source) } ?? entry.address
  }

  private static func network(
    _ entry: NetworkRegistry.Entry, at address: APIAddress, _ options: SyncNetworkOptions,
    rate: Int, in context: CommandContext
  ) throws -> any Network {
    let settings = context.settings
    if let most = entry.mostRate(address), rate > most {
      throw CommandFailure(
        .usage, "--rate \(rate) is more than \(address.host) allows: use \(most) or less.")
    }
    let file = try settings.value(of: RequestSettings.keyFile, option: options.keyFile)
    let key = try APIKey.resolve(
      file: file, environment: context.environment, variable: entry.keyVariable, address: address)
    if let file, System.isReadableByEverybody(file) {
      context.logger.warning(
        "The key file '\(file)' can be read by every user of this machine: run `chmod 600 \(file)`."
      )
    }
    return entry.make(address, key)
  }
}
