import Foundation
import Roster
import Synchronization
import TestKit
import Transport

/// What the answers of one site told in a night, read without the program's decoders: who is on which list. Of equal
/// requests the last answer counts.
final class ToldLists: Sendable {
  private struct Page {
    var role: String
    var isFirstReading: Bool
    /// Nil where the answer lists nobody that can be understood.
    var ids: [Int]?
  }

  private let pages = Mutex<[String: [Page]]>([:])

  func note(_ response: RawResponse, to url: String) {
    let tree = (200..<300).contains(response.status) ? response.plainBody.flatMap(Self.tree) : nil
    let found = Self.pages(of: tree, url)
    if found.isEmpty { return }
    pages.withLock { pages in
      // The first reading of another walk: the second one of the walk before proves nothing about it.
      if found[0].isFirstReading {
        pages = pages.filter { $0.value[0].role != found[0].role || $0.value[0].isFirstReading }
      }
      pages[url] = found
    }
  }

  /// Why a published roster is not what was told; nil where it is.
  func contradiction(
    of published: Set<Moderator.Key>, _ network: ServedNetwork, before: Set<Moderator.Key>
  ) -> String? {
    let pages = pages.withLock { $0.values.joined().map(\.self) }
    var told: [String: [Int]] = [:]
    for isFirst in [true, false] {
      var reading: [String: [Int]] = [:]
      for page in pages where page.isFirstReading == isFirst {
        guard let ids = page.ids else { return "an unreadable page of \(page.role)" }
        guard Set(ids).count == ids.count || network == .forums else {
          return "somebody twice as \(page.role)"
        }
        reading[page.role, default: []] += ids
      }
      for (role, ids) in reading where !isFirst && Set(ids) != Set(told[role] ?? []) {
        return "a second reading of \(role) told \(ids), the first \(told[role] ?? [])"
      }
      if isFirst { told = reading }
    }
    // A forum that did not list them at first is read on without them.
    let category = Role(rawValue: "category_moderator")
    if !published.contains(where: { $0.role == category }) {
      told["category_moderator"] = nil
    }
    let keys = network.keys(told, before: network == .forums ? before : [])
    return keys == published ? nil : "it told \(told)"
  }

  /// Half of a surrogate pair is no text for this reader.
  private static func tree(_ body: [UInt8]) -> [String: Any]? {
    let text = String(decoding: body, as: UTF8.self).replacing(#"\ud800"#, with: "?")
    return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }

  private static func pages(of tree: [String: Any]?, _ url: String) -> [Page] {
    func page(_ role: String, _ rows: Any?, _ key: String, isFirst: Bool) -> Page {
      Page(role: role, isFirstReading: isFirst, ids: ids(rows, key))
    }
    if url.contains("/users/moderators?") {
      return [
        page(
          Role.moderator.rawValue, tree?["items"], "user_id", isFirst: url.contains("order=asc"))
      ]
    }
    if let group = url.firstMatch(of: /augroup=([^&]*)/) {
      let query = tree?["query"] as? [String: Any]
      let rows = query == nil && tree?["continue"] != nil ? [] : query?["allusers"]
      return [page(String(group.1), rows, "userid", isFirst: url.contains("audir=ascending"))]
    }
    if let group = url.firstMatch(of: /\/groups\/(\w*)\/members\.json/) {
      let role = ["admins": "admin", "moderators": "moderator"][group.1] ?? String(group.1)
      return [page(role, tree?["members"], "id", isFirst: url.contains("asc=true"))]
    }
    guard url.hasSuffix("/about.json") else { return [] }
    let about = tree?["about"] as? [String: Any]
    func listed(_ role: String, in object: [String: Any]?) -> [Int]? {
      object?["\(role)_ids"].map { $0 as? [Int] } ?? ids(object?["\(role)s"], "id")
    }
    let categories = (about?["category_moderators"] as? [[String: Any]] ?? []).map {
      listed("moderator", in: $0)
    }
    return [
      Page(role: "admin", isFirstReading: true, ids: listed("admin", in: about)),
      Page(role: "moderator", isFirstReading: true, ids: listed("moderator", in: about)),
      Page(
        role: "category_moderator", isFirstReading: true,
        ids: categories.contains(nil) ? nil : categories.flatMap { $0 ?? [] }),
    ]
  }

  private static func ids(_ rows: Any?, _ key: String) -> [Int]? {
    guard let rows = rows as? [[String: Any]] else { return nil }
    let ids = rows.compactMap { row in
      row[key] as? Int ?? (row[key] as? String).flatMap { Int($0) }
    }
    return ids.count == rows.count ? ids : nil
  }
}
