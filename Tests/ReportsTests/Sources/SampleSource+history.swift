import FoundationEssentials
import Reports
import Roster
import TestKit

extension SampleSource {
  /// The small archive, begun so many years before its last reading: read some times then, and not again until
  /// the end.
  static func begun(yearsAgo years: Int) -> SampleSource {
    var source = small
    let begin = source.asOf - Double(years) * 365.25 * 86_400
    let column = ModeratorColumn.firstSeen.rawValue
    source.rows[.moderators] = source.rows[.moderators]?.map { row in
      var row = row
      if row[column] == "2026-11-01T03:00:05Z" { row[column] = .text(begin.rfc3339) }
      return row
    }
    source.earlier = [:]
    let old = [0, 30, 60, 90].map { days in
      View.walks.row([
        "id": .integer(10 + days), "run_id": 1, "network": "stackexchange", "site": "3dprinting",
        "started_at": .text((begin + Double(days) * 86_400).rfc3339),
        "finished_at": .text((begin + Double(days) * 86_400 + 1).rfc3339), "verdict": "complete",
        "reasons": "", "total": 2, "items": 2, "pages": 1, "requests": 1, "grade": "complete",
      ])
    }
    source.rows[.walks] = old + (source.rows[.walks] ?? [])
    return source
  }

  /// The small archive with a site of another network, on which two people have an account that its sites
  /// share.
  static let ofTwoNetworks: SampleSource = {
    var source = small
    source.rows[.sites]?.append(
      View.sites.row([
        "network": "discourse", "site": "forum.example.org", "name": "Forum",
        "site_url": "https://forum.example.org", "site_type": "main_site",
        "site_state": "normal", "first_seen": "2026-11-01T03:00:00Z",
        "last_seen": "2026-11-20T03:00:00Z", "moderators": 2, "verdict": "complete",
        "published_at": "2026-11-20T03:00:05Z", "complete_at": "2026-11-20T03:00:05Z",
      ]))
    for (user, name) in [(501, "Dora"), (7, "Emil")] as [(Int, Cell)] {
      source.rows[.moderators]?.append(
        View.moderators.row([
          "network": "discourse", "site": "forum.example.org", "user_id": .integer(user),
          "account_id": .integer(user), "display_name": name, "kind": "moderator",
          "reputation": 10, "role": "moderator", "first_seen": "2026-11-01T03:00:05Z",
          "last_seen": "2026-11-20T03:00:05Z",
        ]))
      source.rows[.people]?.append(
        View.people.row([
          "network": "discourse", "account_id": .integer(user), "display_name": name, "sites": 1,
          "reputation": 10, "site_list": "forum.example.org",
        ]))
    }
    return source
  }()
}
