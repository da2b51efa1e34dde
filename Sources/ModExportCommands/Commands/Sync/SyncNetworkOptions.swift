import ArgumentParser
import Logging
import Networks
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
  @Option(RequestSettings.timeout) var timeout: Duration?
  @Option(RequestSettings.retries) var retries: Int?
  @Option(RequestSettings.retryDelay) var retryDelay: Duration?
  @Option(RequestSettings.maxWait) var maxWait: Duration?

  package init() {}
}
