import FoundationEssentials
import Logging
package import Networks
import Roster
import Sync
package import Transport

/// A network, and how requests to it are sent.
package struct NetworkAccess: Sendable {
  /// What it is for.
  let part: NetworkChoice.Part
  package let network: any Network
  /// Directly, or through the proxy that the environment names.
  package let route: Route
  /// Of one server: what the user gives, else what is polite there.
  package var limits: ThrottleLimits
  /// How many sites are read at the same time, and how many requests are sent to different servers.
  let concurrency: Int
  package let retries: RetryPolicy
  /// Seconds for one request.
  package let timeout: Double

  /// - Parameters:
  ///   - isNamed: Whether `--network` names the network; `--api-url` is otherwise the address of the
  ///     first one.
  ///   - part: The network, and its sites: `--key-file` is for the only one, where each site has an API of
  ///     its own.
  /// - Throws: `CommandFailure` (64) where the address, a key, the contact, the rate or another setting
  ///   cannot be used.
  init(
    _ options: SyncNetworkOptions, of part: NetworkChoice.Part, isNamed: Bool = false,
    in context: CommandContext
  ) throws {
    self.part = part
    let entry = part.entry
    let takesAddress = isNamed || entry.id == context.networks.first.id
    let address =
      takesAddress
      ? try Self.address(of: entry, option: options.apiURL, context.environment) : entry.address
    network = try Self.network(part, at: address, options, in: context)
    let polite = network.limits
    if let rate = options.rate, let address, let most = entry.mostRate(address), rate > most {
      throw CommandFailure(
        .usage, "--rate \(rate) is more than \(address.hostName) allows: use \(most) or less.")
    }
    let usual = RequestSettings.usual.concurrency
    concurrency = options.concurrency ?? usual
    let new = part.selection.names.lazy.compactMap { [network] in network.site(at: $0) }.first
    let site = (part.known.first ?? new)?.url
    // Sites with an API of their own are taken to be reached as hosts of the internet are.
    route = try Route(resolving: address?.description ?? site ?? "https://example.org", in: context)
    limits = ThrottleLimits(
      rate: (options.rate ?? polite.politeRate).map(Double.init) ?? RequestSettings.usual.rate,
      concurrency: options.concurrency ?? polite.politeConcurrency ?? usual,
      maxRequests: options.maxRequests, maxWait: options.maxWait / .seconds(1))
    retries = RetryPolicy(
      retries: options.retries, firstDelay: options.retryDelay / .seconds(1))
    timeout = options.timeout / .seconds(1)
  }

  /// The API of the first network, whatever its sites.
  ///
  /// - Throws: `CommandFailure` (64) where the address, the key or a setting cannot be used.
  package init(first options: SyncNetworkOptions, in context: CommandContext) throws {
    let part = NetworkChoice.Part(entry: context.networks.first, selection: .scope)
    try self.init(options, of: part, in: context)
  }

  /// The address of a network's API; nil where each site has an API of its own.
  ///
  /// - Parameter option: The value of `--api-url`.
  /// - Throws: `CommandFailure` (64) where it is no address, or the network takes none.
  static func address(
    of entry: NetworkRegistry.Entry, option: String?, _ environment: [String: String]
  ) throws -> WebAddress? {
    let setting = RequestSettings.apiURL
    guard let text = try option ?? setting.value(in: environment) else { return entry.address }
    guard entry.address != nil else {
      throw CommandFailure(
        .usage, "The network \(entry.id) has no API for all sites: leave out --api-url.")
    }
    return try WebAddress.resolve(
      text, from: option == nil ? .variable(setting.variable) : .option(setting.name))
  }

  private static func network(
    _ part: NetworkChoice.Part, at address: WebAddress?, _ options: SyncNetworkOptions,
    in context: CommandContext
  ) throws -> any Network {
    let entry = part.entry
    let file = try options.keyFile ?? RequestSettings.keyFile.value(in: context.environment)
    var parts = NetworkRegistry.NetworkParts(address: address)
    (parts.contact, parts.sites) = (options.contact, part.selection.names)
    if let address, let variable = entry.keyVariable {
      parts.key = try APIKey.resolve(
        file: file, environment: context.environment, variable: variable, address: address)
    } else if address == nil {
      if let folder = options.keyFolder {
        let found = try APIKey.all(in: folder)
        (parts.keys, parts.unusableKeys) = (found.keys, found.unusable)
      }
      if let file, options.keyFile != nil {
        let network = try entry.make(parts)
        guard let site = part.onlySite(in: network) else {
          throw CommandFailure(
            .usage,
            "--key-file is the key of one site of \(entry.id): name that site alone, or use --key-folder."
          )
        }
        parts.keys[site.id] = try APIKey.read(file)
        parts.unusableKeys[site.id] = nil
      }
    }
    if let file, System.isReadableByEverybody(file) {
      context.logger.warning(
        "The key file '\(file)' can be read by every user of this machine: run `chmod 600 \(file)`."
      )
    }
    return try entry.make(parts)
  }
}

extension NetworkChoice.Part {
  /// The only site that is named, now or in the scope; nil where there are several or none.
  fileprivate func onlySite(in network: any Network) -> Site? {
    let names = selection.names
    guard known.count < 2, names.count < 2 else { return nil }
    return known.first ?? names.first.flatMap(network.site)
  }
}
