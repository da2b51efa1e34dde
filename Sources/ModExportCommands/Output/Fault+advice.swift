package import Transport

extension Fault {
  /// What to check, as the end of a sentence.
  var advice: String { isOfProxy ? "check the proxy" : "check --api-url" }

  /// Whether the API cannot be blamed, because no request reached it.
  package var isOfProxy: Bool { kind == .proxy || kind == .proxyRefused }
}
