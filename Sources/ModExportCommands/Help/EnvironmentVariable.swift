/// A variable, or several with one purpose, that a command reads from its environment.
package struct EnvironmentVariable: Hashable, Sendable {
  /// The names without `$`.
  package var names: [String]
  /// A sentence.
  package var meaning: String

  package init(_ names: String..., meaning: String) {
    self.names = names
    self.meaning = meaning
  }

  static let key = EnvironmentVariable(
    NetworkRegistry.standard.entries.compactMap(\.keyVariable),
    meaning: "The API key itself, if --key-file names no file.")
  static let credentials = EnvironmentVariable(
    "CREDENTIALS_DIRECTORY", meaning: "The folder in which systemd puts the API key.")
  static let secureProxy = EnvironmentVariable(
    "https_proxy", "HTTPS_PROXY", meaning: "The proxy for https addresses.")
  static let plainProxy = EnvironmentVariable(
    "http_proxy", meaning: "The proxy for http addresses.")
  static let otherProxy = EnvironmentVariable(
    "all_proxy", "ALL_PROXY", meaning: "The proxy for addresses that have no other proxy.")
  static let noProxy = EnvironmentVariable(
    "no_proxy", "NO_PROXY", meaning: "The hosts that are asked without a proxy.")
  static let certificates = EnvironmentVariable(
    "SSL_CERT_FILE",
    meaning: "A PEM file of certificate authorities to trust instead of the system's.")
  static let noColor = EnvironmentVariable(
    "NO_COLOR", meaning: "Use no colours, unless --color always is given.")
  static let columns = EnvironmentVariable(
    "COLUMNS", meaning: "The width of a terminal that does not report it.")
  static let terminal = EnvironmentVariable(
    "TERM", meaning: "If it is dumb, there are no colours and no progress bar.")
  static let timeZone = EnvironmentVariable(
    "TZ",
    meaning:
      "The time zone of your day: today and yesterday in dates, changes --today and --follow.")

  private init(_ names: [String], meaning: String) {
    self.names = names
    self.meaning = meaning
  }

  /// Of commands that send requests.
  package static let ofRequests = [
    key, credentials, secureProxy, plainProxy, otherProxy, noProxy, certificates,
  ]

  static let ofEveryCommand = [noColor, columns, terminal]

  /// All but those of settings.
  static let all =
    ofRequests + [noColor, columns, terminal, timeZone]
}
