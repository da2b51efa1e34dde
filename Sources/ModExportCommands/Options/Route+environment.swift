import Logging
import Transport

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
