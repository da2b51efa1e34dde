package import Roster

/// One request, and how its response is decoded.
package struct Request<Payload: Sendable>: Sendable {
  /// Path and query for logs, such as `users/moderators?site=cooking&page=1`.
  package var label: String
  /// The whole URL. It contains no secret.
  package var url: String
  /// Headers besides those of every request; they may be secret.
  package var headers: RequestHeaders
  /// The route that a `backoff` applies to, such as `users/moderators`, for any site.
  package var method: String
  /// The throttle that applies: requests to the same server with the same API key share waits and
  /// quota.
  package var throttleKey: String
  /// What it is about, such as a site; otherwise the method.
  package var subject: String
  /// The site whose lists it is for; nil where it is about none, or about all.
  package var site: SiteRef?
  /// The time for retries that this request shares with others; nil for no limit but the number of
  /// retries.
  package var allowance: RetryAllowance?
  /// Decodes the response. It is called once for each complete response.
  package var read: @Sendable (RawResponse) -> Answer<Payload>

  /// - Parameter read: Decodes the body of a response; the head is decoded here.
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

/// Headers of a request by name. Their description contains the names only, since a value may be a
/// key.
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

/// An HTTP response before decoding.
package struct RawResponse: Hashable, Sendable {
  package var status: Int
  /// Values by lower-case name; the first one where a header is repeated.
  package var headers: [String: String]
  /// Still compressed where the server compressed it.
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Request {
  /// The same question to a server that may be something else: the value is nil where it answers in
  /// another way than the API does.
  ///
  /// - Parameter kinds: Which failures of the API itself mean that there is nothing at the address.
  package func ofUnknown(noneAfter kinds: Set<Fault.Kind> = []) -> Request<Payload?> {
    let read = read
    var request = Request<Payload?>(
      label: label, url: url, method: method, throttleKey: throttleKey, headers: headers,
      allowance: allowance
    ) { response in
      let answer = read(response)
      if let payload = answer.payload { return Answer(answer.outcome, payload: .some(payload)) }
      let isOther = [200, 400, 404, 405, 410].contains(response.status)
      switch answer.outcome {
      case .temporary(let fault) where isOther && Self.kindsOfOthers.contains(fault.kind),
        .permanent(let fault) where kinds.contains(fault.kind) || fault.kind == .undecodable:
        return Answer(.good, payload: .some(nil))
      case .temporary(let fault) where fault.isRobotCheck && response.status == 403:
        // Many servers refuse what they do not know: another question may be answered.
        return Answer(.permanent(fault))
      default:
        return Answer(answer.outcome, backoff: answer.backoff, quota: answer.quota)
      }
    }
    request.subject = subject
    return request
  }

  /// How an answer fails that is not one of the API.
  private static var kindsOfOthers: Set<Fault.Kind> { [.notTheAPI, .undecodable, .cutShort] }
}
