import Foundation
import Gzip
import SampleNetwork
import Testing

/// Sends requests to a sample network without sockets, at chosen times.
struct Caller {
  var api: SampleAPI

  init(_ faults: String..., limits: SampleLimits = .off, giant: Int? = nil) throws {
    let faults = try faults.map { try SampleFault($0) }
    api = SampleAPI(
      SampleConfiguration(siteLimit: 40, giant: giant, limits: limits, faults: faults))
  }

  /// - Parameters:
  ///   - target: The part of the path after `/2.3/`.
  ///   - seconds: The time, in seconds from a midnight.
  func raw(
    _ target: String, at seconds: Double = 0, client: String = "127.0.0.1",
    authorization: String? = nil
  ) -> SampleResponse {
    api.respond(
      to: SampleRequest(
        target: "/2.3/" + target, headers: authorization.map { ["authorization": $0] } ?? [:],
        client: client),
      at: Date(timeIntervalSince1970: 20_000 * 86_400 + seconds))
  }

  func get(
    _ target: String, at seconds: Double = 0, client: String = "127.0.0.1"
  ) throws -> Reply {
    try Reply(raw(target, at: seconds, client: client))
  }

  /// A page of a roster, by creation date from the oldest.
  func page(_ number: Int, of site: String = "giant", size: Int = 100) throws -> Reply {
    try get(
      "users/moderators?site=\(site)&page=\(number)&pagesize=\(size)&order=asc&sort=creation"
        + "&filter=!-*jbN0CeyJHb")
  }

  /// The user ids of one page.
  func ids(_ number: Int, of site: String = "giant", size: Int = 100) throws -> [Int] {
    try page(number, of: site, size: size).ids
  }
}

/// A response, decompressed and decoded.
struct Reply {
  var response: SampleResponse
  var wrapper: [String: Any]

  init(_ response: SampleResponse) throws {
    self.response = response
    let body =
      response.contentEncoding == "gzip"
      ? try GzipCodec.unpack(response.body, .gzip, limit: 8 << 20) : response.body
    wrapper = try #require(
      JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "\(response.status)")
  }

  var items: [[String: Any]] { wrapper["items"] as? [[String: Any]] ?? [] }
  var ids: [Int] { items.compactMap { $0["user_id"] as? Int } }
  var total: Int? { wrapper["total"] as? Int }
  var hasMore: Bool? { wrapper["has_more"] as? Bool }
  /// `id name: message` of an error; nil for a good response.
  var error: String? {
    guard let id = wrapper["error_id"], let name = wrapper["error_name"] else { return nil }
    return "\(id) \(name): \(wrapper["error_message"] ?? "")"
  }
}
