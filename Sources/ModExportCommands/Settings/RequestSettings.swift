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
    .number("concurrency", "Requests in flight.", within: 1...256), usual: usual.concurrency)
  static let maxRequests = Setting.number(
    "max-requests", "Stop after this many requests.", within: 1...Int.max)
  static let quotaReserve = DefaultedSetting(
    .number(
      "quota-reserve", "Requests of the daily quota to leave unused.", within: 0...Int.max),
    usual: usual.quotaReserve)
  static let timeout = DefaultedSetting(
    .duration("timeout", "Time limit of one request.", least: .milliseconds(1)),
    usual: .seconds(30))
  static let retries = DefaultedSetting(
    .number("retries", "Retries of a failed request.", within: 0...100),
    usual: RetryPolicy().retries)
  static let retryDelay = DefaultedSetting(
    .duration(
      "retry-delay",
      "Longest wait before the first retry, doubled with each further one; the wait is random."),
    usual: .seconds(RetryPolicy().firstDelay))
  static let maxWait = DefaultedSetting(
    .duration("max-wait", "Stop (exit code 75) if the API asks for a longer wait."),
    usual: .seconds(usual.maxWait))

  static let all: [any AnySetting] = [
    apiURL, keyFile, rate, concurrency, maxRequests, quotaReserve, timeout, retries, retryDelay,
    maxWait,
  ]
}
