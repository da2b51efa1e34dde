import ArgumentParser
import Logging
import Networks
import Roster
import Transport

/// Where the API is, and how requests are sent.
package struct SyncNetworkOptions: ParsableArguments {
  @Option(RequestSettings.apiURL) var apiURL: String?
  @Option(RequestSettings.keyFile) var keyFile: String?
  @Option(RequestSettings.keyFolder) var keyFolder: String?
  @Option(RequestSettings.contact) var contact: OperatorContact?
  @Option(RequestSettings.rate) var rate: Int?
  @Option(RequestSettings.concurrency) var concurrency: Int?
  @Option(RequestSettings.maxRequests) var maxRequests: Int?
  @Option(RequestSettings.timeout) var timeout: Duration
  @Option(RequestSettings.retries) var retries: Int
  @Option(RequestSettings.retryDelay) var retryDelay: Duration
  @Option(RequestSettings.maxWait) var maxWait: Duration

  package init() {}

  /// What variables can give.
  package static var settings: [any AnySetting] { RequestSettings.all }
}

/// Where the API is, and how requests are sent.
enum RequestSettings {
  /// The limits of a run that asks for none of its own.
  static let usual = ThrottleLimits()

  static let apiURL = Setting(
    name: "api-url",
    help: "Instead of \(NetworkRegistry.standard.defaultAddress).",
    valueName: "url", show: WebAddress.withoutSecrets, read: { $0 }, write: { $0 },
    isArgument: false)
  static let keyFile = Setting.path(
    "key-file", "A file with the key, else \(NetworkRegistry.standard.keyVariableList).",
    valueName: "file", isArgument: false)
  static let keyFolder = Setting.path(
    "key-folder", "A folder with a key file for each forum.", valueName: "folder",
    completion: .directory)
  static let contact = Setting(
    name: "contact",
    help: "Your email address or web page; Wikimedia requires it.",
    valueName: "contact",
    read: { text in
      if let contact = OperatorContact(text) { return contact }
      throw ValidationError(
        "give an email address, a web address or a user page, such as ops@example.org.")
    }, write: \.description)
  static let rate = Setting.number(
    "rate", "Requests per second to one server.", within: 1...100_000, default: Int(usual.rate))
  static let concurrency = Setting.number(
    "concurrency", "Requests at the same time.", within: 1...256, default: usual.concurrency)
  static let maxRequests = Setting.number(
    "max-requests", "Stop after this many requests.", within: 1...Int.max)
  static let timeout = Setting.duration(
    "timeout", "Time limit of one request.", least: .milliseconds(1), default: .seconds(30))
  static let retries = Setting.number(
    "retries", "How often a request is sent again.", within: 0...100,
    default: RetryPolicy().retries)
  static let retryDelay = Setting.duration(
    "retry-delay", "The wait before the first retry.", default: .seconds(RetryPolicy().firstDelay))
  static let maxWait = Setting.duration(
    "max-wait", "Stop where the API asks for more.", default: .seconds(usual.maxWait))

  static let all: [any AnySetting] = [
    apiURL, keyFile, keyFolder, contact, rate, concurrency, maxRequests, timeout, retries,
    retryDelay, maxWait,
  ]
}
