import Foundation
import Roster
package import Transport

/// An answer of a ``ListNetwork``: `{"users": [{"id": 1, "name": "Ann"}]}` and what its kind says of the
/// other pages.
package struct ListBody: Codable {
  package struct User: Codable {
    package var id: Int
    package var name: String
  }

  package var users: [User]
  package var next: String?
  package var more: Bool?
  package var page: Int?
  package var pages: Int?
  package var offset: Int?
  package var limit: Int?
  package var total: Int?

  /// What it says of the other pages; nil where a field is missing.
  func envelope(of kind: ListNetwork.Kind) -> PageEnvelope? {
    switch kind {
    case .numbered: more.map { .more($0, total: total) }
    case .counted:
      if let page, let pages, let total {
        .counted(page: page, pages: pages, total: total)
      } else {
        nil
      }
    case .offset:
      if let offset, let limit, let total {
        .offset(offset, limit: limit, total: total)
      } else {
        nil
      }
    case .tokens: .token(next, total: nil)
    case .lagging: .token(next, total: total)
    case .whole: .whole
    }
  }
}

extension ListNetwork {
  /// The answer of a site with these moderators to a request: in the order of their ids, or backwards.
  ///
  /// - Parameters:
  ///   - users: Names by id.
  ///   - kind: That of the list; the network's by default.
  ///   - total: The total that it reports; nil for the number of users.
  ///   - edit: Changes the answer.
  package func respond(
    to url: String, users: [Int: String], as kind: Kind? = nil, total: Int? = nil,
    edit: (inout ListBody) -> Void = { _ in }
  ) -> RawResponse {
    let kind = kind ?? self.kind
    let query = URLComponents(string: url)?.queryItems ?? []
    func text(_ name: String) -> String? { query.first { $0.name == name }?.value }
    func value(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
    let isUp = text("order") != "down"
    let ids = users.keys.sorted { isUp ? $0 < $1 : $0 > $1 }
    let (limit, total) = (value("limit") ?? 3, total ?? users.count)
    var body = ListBody(users: [])
    var rest = ids[...]
    switch kind {
    case .numbered, .counted:
      let page = value("page") ?? 1
      rest = ids.dropFirst((page - 1) * limit)
      (body.page, body.pages) = (page, max(1, (total + limit - 1) / limit))
      body.more = rest.count > limit
    case .offset:
      let offset = value("offset") ?? 0
      rest = ids.dropFirst(offset)
      (body.offset, body.limit) = (offset, limit)
    case .tokens, .lagging:
      if let from = value("from") { rest = ids.drop { isUp ? $0 < from : $0 > from } }
      body.next = rest.dropFirst(limit).first.map { String($0) }
    case .whole: break
    }
    if kind != .tokens, kind != .whole { body.total = total }
    body.users = rest.prefix(kind == .whole ? .max : limit)
      .map { ListBody.User(id: $0, name: users[$0] ?? "") }
    edit(&body)
    // The body contains only plain values.
    return RawResponse(status: 200, body: (try? JSONEncoder().encode(body)).map(Array.init) ?? [])
  }
}
