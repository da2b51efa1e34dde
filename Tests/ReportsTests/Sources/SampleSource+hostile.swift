import FoundationEssentials
import Reports
import Roster
import TestKit

extension SampleSource {
  /// A site named after each of the values, and one site where each is a moderator's name, place,
  /// profile, links and latest change.
  static func hostile(_ values: [String]) -> SampleSource {
    var source = SampleSource()
    source.origin = values.first
    source.rows[.sites] = [site("all", "All of them")]
    for (index, value) in values.enumerated() {
      source.rows[.sites]?.append(site(.text("s\(index)"), .text(value), more: .text(value)))
      add(.text(value), index + 1, to: &source)
    }
    source.rows[.walks] = [
      View.walks.row([
        "id": 1, "run_id": 1, "network": "stackexchange", "site": "all",
        "started_at": "2026-11-20T03:00:04Z", "finished_at": "2026-11-20T03:00:05Z",
        "verdict": "complete", "total": .integer(values.count), "items": .integer(values.count),
        "pages": 1, "requests": 1,
      ])
    ]
    return source
  }

  private static func site(_ id: Cell, _ name: Cell, more: Cell = .null) -> Row {
    View.sites.row([
      "network": "stackexchange", "site": id, "name": name, "site_url": more, "audience": more,
      "site_type": "main_site", "site_state": more, "moderators": 1, "verdict": "complete",
      "first_seen": "2026-11-01T03:00:00Z", "last_seen": "2026-11-20T03:00:00Z",
      "published_at": "2026-11-20T03:00:05Z", "complete_at": "2026-11-20T03:00:05Z",
    ])
  }

  private static func add(_ value: Cell, _ user: Int, to source: inout SampleSource) {
    let detail = JSONEncoder.detail(value.description)
    source.rows[.moderators, default: []].append(
      View.moderators.row([
        "network": "stackexchange", "site": "all", "user_id": .integer(user),
        "account_id": .integer(user), "display_name": value, "kind": "moderator",
        "reputation": .integer(user), "location": value, "website_url": value, "link": value,
        "profile_image": value, "about_text": value, "first_seen": "2026-11-01T03:00:05Z",
        "last_seen": "2026-11-20T03:00:05Z",
      ]))
    source.rows[.people, default: []].append(
      View.people.row([
        "network": "stackexchange", "account_id": .integer(user), "display_name": value,
        "sites": 1, "reputation": .integer(user), "site_list": "all",
      ]))
    source.rows[.changes, default: []].append(
      View.changes.row([
        "id": .integer(user), "network": "stackexchange", "site": "all",
        "user_id": .integer(user), "account_id": .integer(user), "display_name": value,
        "kind": user.isMultiple(of: 2) ? "renamed" : "profile", "detail": .text(detail),
        "observed_at": "2026-11-20T03:00:05Z", "previous_walk_at": "2026-11-19T03:00:04Z",
      ]))
  }
}

extension JSONEncoder {
  fileprivate static func detail(_ value: String) -> String {
    let object = ["display_name": ["before", value], "location": [value, value]]
    return (try? JSONEncoder().encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
