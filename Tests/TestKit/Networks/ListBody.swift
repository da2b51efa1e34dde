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

  /// The page of the answer to a request; nil where a field is missing, or where it is the answer to another one.
  func page(
    of kind: ListNetwork.Kind, at position: PagePosition, limit: Int
  ) -> Page<Moderator>? {
    guard kind == .whole || users.count <= limit else { return nil }
    var following: PagePosition?
    switch (kind, position) {
    case (.numbered, .number(let number)):
      guard let more else { return nil }
      following = more ? .number(number + 1) : nil
    case (.counted, .number(let number)):
      guard let pages, let total, total >= 0, page == number,
        pages == (total + limit - 1) / limit || total == 0 && pages == 1
      else { return nil }
      following = number < pages ? .number(number + 1) : nil
    case (.offset, .offset(let asked)):
      guard let total, offset == asked, self.limit == limit else { return nil }
      let end = asked + users.count
      following = end < total ? .offset(end) : nil
    case (.tokens, .start), (.tokens, .token), (.lagging, .start), (.lagging, .token):
      following = next.map(PagePosition.token)
    case (.whole, .whole): break
    default: return nil
    }
    return Page(
      items: users.map { Moderator(userID: $0.id, displayName: $0.name) }, next: following,
      total: kind == .tokens || kind == .whole ? nil : total)
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
