import ArgumentParser
import Transport

/// Where the API is, and how requests are sent.
enum RequestSettings {
  /// The limits of a run that asks for none of its own.
  private static let usual = ThrottleLimits()

  static let apiURL = Setting(
    name: "api-url", help: "The API, instead of \(NetworkRegistry.standard.addressList).",
    valueName: "url", show: APIAddress.withoutSecrets, read: { $0 }, write: { $0 })
  static let keyFile = Setting.path(
    "key-file",
    "A file that holds the API key. Without it the key itself is taken from "
      + "\(NetworkRegistry.standard.keyVariableList).",
    valueName: "file")
  static let rate = DefaultedSetting(
    .number(
      "rate", "Requests per second; at most \(NetworkRegistry.standard.rateLimitList).",
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
    apiURL, keyFile, rate, concurrency, maxRequests, quotaReserve, timeout, retries, retryDelay,
    maxWait,
  ]
}
