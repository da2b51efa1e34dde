import Logging
package import Roster
import Transport

/// The address of an API, such as `https://api.example.org/2.3`, to which method names are
/// added.
extension WebAddress {
  /// Whether the address is this machine, so that requests cross no network.
  package var isLoopback: Bool { LoopbackHost.isLoopback(hostName) }

  /// The address that an option or a variable gives.
  ///
  /// - Parameter source: Which of them, for the message.
  /// - Throws: `CommandFailure` (64) where the text is no such address. What may be secret in it is
  ///   not shown: ArgumentParser would show all of a value that it does not like.
  package static func resolve(
    _ text: String, from source: SettingSource
  ) throws(CommandFailure) -> WebAddress {
    guard text.contains("://") else {
      throw source.refusal(of: withoutSecrets(text), "it begins with https:// or http://.")
    }
    do {
      return try WebAddress(base: text)
    } catch {
      throw source.refusal(of: error.shown, "\(error.reason).")
    }
  }
}

extension CommandFailure {
  /// A text that the user typed as an address and that is none.
  init(_ refusal: WebAddress.Refusal) {
    self.init(.usage, refusal.description)
  }
}

extension Route {
  /// The route to the host of a URL by the environment of the command; a proxy is logged.
  ///
  /// - Throws: `CommandFailure` (64) where the environment's settings cannot be used.
  init(resolving url: String, in context: CommandContext) throws(CommandFailure) {
    do {
      try self.init(to: url, environment: context.environment)
    } catch {
      throw CommandFailure(.usage, error.description)
    }
    if let proxy {
      context.logger.info("requests go through a proxy", metadata: ["proxy": "\(proxy)"])
    }
  }
}
