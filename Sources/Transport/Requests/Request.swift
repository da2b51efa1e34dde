/// One request, and how its answer is read.
package struct Request<Payload: Sendable>: Sendable {
  /// Path and query, such as `users/moderators?site=cooking&page=1`: what logs show.
  package var label: String
  /// The whole address. Nothing in it is secret.
  package var url: String
  /// Headers beside those that every request has; they may be secret.
  package var headers: RequestHeaders
  /// The route that a `backoff` holds for, such as `users/moderators`, whatever the site.
  package var method: String
  /// Whose waits and quota it shares: what answers it, and the key that it carries.
  package var throttleKey: String
  /// What it is about, such as a site; the method where it is about nothing else.
  package var subject: String
  /// Waiting that retries of this request may share with others; nil for no bound but the tries.
  package var allowance: RetryAllowance?
  /// Reads the answer, with what its head says. It is called once for each response that arrived whole.
  package var read: @Sendable (RawResponse) -> Answer<Payload>

  /// - Parameter read: Reads the body of an answer; the head is read here.
  package init(
    label: String, url: String, method: String, throttleKey: String = "",
    headers: RequestHeaders = RequestHeaders(), allowance: RetryAllowance? = nil,
    read: @escaping @Sendable (RawResponse) -> Answer<Payload>
  ) {
    self.label = label
    self.url = url
    self.method = method
    self.throttleKey = throttleKey
    subject = method
    self.headers = headers
    self.allowance = allowance
    self.read = { response in
      var answer = read(response)
      answer.head = answer.head ?? response.head
      return answer
    }
  }
}

/// Headers of a request by name. Printing them shows the names only, since a value may be a key.
package struct RequestHeaders: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  package var values: [String: String]

  package init(_ values: [String: String] = [:]) {
    self.values = values
  }

  package var description: String { "\(values.keys.sorted())" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A response as it came over the network.
package struct RawResponse: Hashable, Sendable {
  package var status: Int
  /// Values by lower-case name; where a name came twice, the first.
  package var headers: [String: String]
  /// Still packed where the sender packed it.
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
