package import FoundationEssentials
import Roster

/// One entry of the request log.
package struct RequestRecord: Hashable, Sendable {
  /// When the request arrived.
  package var time: Date
  package var client: String
  /// The method's name, such as `users/moderators`; the path for an unknown method.
  package var method: String
  /// The id of the site; the value of `site` where the network has no such site.
  package var site: String?
  package var page: Int
  package var order: String
  package var isKeyed: Bool
  /// Whether its key was in the query and not in a header.
  package var hasKeyInQuery: Bool
  /// `ok`, `refused-rate`, `refused-backoff`, `refused-quota`, `refused-lockout`, the `error_name`
  /// of another error, or `fault` where a fault replaced or damaged the response.
  package var answer: String
  /// The HTTP status, also where it did not reach the client.
  package var status: Int
  /// The `backoff` in the response, in seconds.
  package var backoff: Int?
  /// The names of the faults that applied to it.
  package var faults: [String]
  /// When the first byte of the response was due.
  package var answeredAt: Date
}

extension RequestRecord {
  init(_ request: SampleRequest, at time: Date) {
    self.init(
      time: time, client: request.client, method: request.path, site: request.parameters["site"],
      page: request.parameters["page"].flatMap { Int($0) } ?? 1,
      order: request.parameters["order"] ?? "desc", isKeyed: request.key != nil,
      hasKeyInQuery: request.hasKeyInQuery, answer: "ok", status: 200, faults: [], answeredAt: time)
  }

  /// Writes one object of `/sample/requests`; times are unix seconds with fractions, as text.
  func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("time", String(time.timeIntervalSince1970))
      writer.field("answered_at", String(answeredAt.timeIntervalSince1970))
      writer.field("client", client)
      writer.field("method", method)
      if let site { writer.field("site", site) }
      writer.field("page", page)
      writer.field("order", order)
      writer.field("keyed", isKeyed)
      writer.field("key_in_query", hasKeyInQuery)
      writer.field("answer", answer)
      writer.field("status", status)
      if let backoff { writer.field("backoff", backoff) }
      writer.key("faults")
      writer.array { writer in
        for fault in faults { writer.value(fault) }
      }
    }
  }
}
