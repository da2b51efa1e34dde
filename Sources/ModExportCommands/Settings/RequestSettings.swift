import ArgumentParser
import Networks
import Roster
import Transport

/// Where the API is, and how requests are sent.
enum RequestSettings {
  /// The limits of a run that asks for none of its own.
  private static let usual = ThrottleLimits()

  static let apiURL = Setting(
    name: "api-url",
    help:
      "The API, instead of the network's own, which is \(NetworkRegistry.standard.usualAddress).",
    valueName: "url", show: WebAddress.withoutSecrets, read: { $0 }, write: { $0 })
  static let keyFile = Setting.path(
    "key-file",
    "A file that holds the API key, of Stack Exchange or of the one forum that is named. Without it the key of "
      + "Stack Exchange is taken from "
      + "\(NetworkRegistry.standard.keyVariableList).",
    valueName: "file")
  static let keyFolder = Setting.path(
    "key-folder",
    "A folder with one key file for each forum, named as the forum's address, such as forum.example.org: the "
      + "key, or NAME:KEY for an administrator's key that reads as the user NAME.",
    valueName: "folder", completion: .directory)
  static let contact = Setting(
    name: "contact",
    help:
      "Your email address or web page, which wikis see with each request; Wikimedia requires it.",
    valueName: "contact",
    read: { text in
      if let contact = OperatorContact(text) { return contact }
      throw ValidationError(
        "give an email address, a web address or a user page, such as ops@example.org.")
    }, write: \.description)
  static let rate = DefaultedSetting(
    .number(
      "rate",
      "Requests per second to one server; at most \(NetworkRegistry.standard.rateLimitList). Forums and wikis get "
        + "1 and no two at the same time, unless this and --concurrency say more.",
      within: 1...100_000), usual: Int(usual.rate))
  static let concurrency = DefaultedSetting(
    .number("concurrency", "How many requests are sent at the same time.", within: 1...256),
    usual: usual.concurrency)
  static let maxRequests = Setting.number(
    "max-requests", "Stop after this many requests.", within: 1...Int.max)
  static let quotaReserve = DefaultedSetting(
    .number(
      "quota-reserve", "How many requests of the daily quota to leave unused.", within: 0...Int.max),
    usual: usual.quotaReserve)
  static let timeout = DefaultedSetting(
    .duration("timeout", "Time limit of one request.", least: .milliseconds(1)),
    usual: .seconds(30))
  static let retries = DefaultedSetting(
    .number("retries", "How often a failed request is sent again.", within: 0...100),
    usual: RetryPolicy().retries)
  static let retryDelay = DefaultedSetting(
    .duration(
      "retry-delay",
      "Wait up to this long before the first retry, and up to twice as long before each further one."
    ),
    usual: .seconds(RetryPolicy().firstDelay))
  static let maxWait = DefaultedSetting(
    .duration("max-wait", "Stop (exit code 75) if the API asks for a longer pause than this."),
    usual: .seconds(usual.maxWait))

  static let all: [any AnySetting] = [
    apiURL, keyFile, keyFolder, contact, rate, concurrency, maxRequests, quotaReserve, timeout,
    retries, retryDelay,
    maxWait,
  ]
}
