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
  /// What it is about, such as a site; the method where it is about nothing else.
  package var subject: String
  /// Waiting that retries of this request may share with others; nil for no bound but the tries.
  package var allowance: RetryAllowance?
  /// Reads the answer, with what its head says. It is called once for each response that arrived whole.
  package var read: @Sendable (RawResponse) -> Answer<Payload>

  /// - Parameter read: Reads the body of an answer; the head is read here.
  package init(
    label: String, url: String, method: String, headers: RequestHeaders = RequestHeaders(),
    allowance: RetryAllowance? = nil, read: @escaping @Sendable (RawResponse) -> Answer<Payload>
  ) {
    self.label = label
    self.url = url
    self.method = method
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

/// Something that answers requests. Retry, throttle and log are transports around another one.
package protocol ClientTransport: Sendable {
  /// Sends the request, once or more often. A failure of the network or the API is an answer.
  ///
  /// - Throws: ``Stopped`` where the run must end before this request can be sent, and
  ///   `CancellationError`; what looks at answers throws an error of its own where an answer ends the run.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload>
}

/// The run ends early and on purpose; what was fetched so far is kept.
package struct Stopped: Error, Hashable, Sendable {
  package var reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }

  /// Why a run ends before it is done.
  package enum Reason: Hashable, Sendable {
    /// `--max-requests` were sent.
    case requestLimit
    /// The quota is down to its reserve.
    case quota
    /// The API answers nothing for longer than the run may wait.
    case lockedOut
    /// What every run needs, a filter and a list of sites, was not there.
    case unreachable
    /// So many requests in a row came to nothing; the last one for this reason.
    case unanswered(requests: Int, last: Fault)
    /// The API refuses this and whatever else the run would ask for.
    case refused(Fault)
    /// Whoever started the run cancelled it.
    case cancelled
    /// Somebody asked the program to end: the number of the signal.
    case signal(Int32)
  }
}
