import FoundationEssentials
import Reports
import Roster
import TestKit

extension SampleSource {
  /// Three sites: one complete with changes and a former moderator, one unproven and long, one that
  /// was never mirrored.
  static let small: SampleSource = {
    var source = SampleSource(rows: [
      .sites: sites, .moderators: moderators, .formerModerators: formerModerators,
      .people: people, .changes: changes, .walks: walks, .pages: pages,
    ])
    source.histories = [
      77: [(1_793_500_000, 980_000), (1_794_200_000, 985_500), (1_795_100_000, 990_201)].map {
        ReputationPoint(since: Date(unixSeconds: $0), reputation: $1)
      }
    ]
    // 90 came back, and 5 has another name; 77 joined between two readings.
    source.absentBefore = [90: day(18), 77: day(19)]
    source.earlier = [
      90: [
        Tenure(
          userID: 90,
          bounds: TenureBounds(
            beganAfter: nil, beganBefore: day(1), endedAfter: day(9), endedBefore: day(12),
            source: .reading), grade: .complete)
      ]
    ]
    source.names = [5: [NamePeriod(name: "Sean", firstSeen: day(1), lastSeen: day(19))]]
    return source
  }()

  /// A day of November 2026, at the time of the readings.
  private static func day(_ day: Int) -> Date {
    Date(unixSeconds: 1_793_502_005 + (day - 1) * 86_400)
  }

  private static let sites: [Row] = [
    View.sites.row([
      "network": "stackexchange", "site": "3dprinting", "name": "3D Printing",
      "site_url": "https://3dprinting.stackexchange.com", "site_type": "main_site",
      "site_state": "normal", "audience": "3D printing enthusiasts",
      "launch_date": "2016-01-12T20:00:00Z", "first_seen": "2026-11-01T03:00:00Z",
      "last_seen": "2026-11-20T03:00:00Z", "moderators": 4, "verdict": "complete",
      "published_at": "2026-11-20T03:00:05Z", "complete_at": "2026-11-20T03:00:05Z",
      "grade": "complete",
    ]),
    View.sites.row([
      "network": "stackexchange", "site": "cooking", "name": "Seasoned Advice",
      "site_url": "https://cooking.stackexchange.com", "site_type": "main_site",
      "site_state": "normal", "first_seen": "2026-11-01T03:00:00Z",
      "last_seen": "2026-11-20T03:00:00Z", "moderators": 2, "verdict": "unproven",
      "published_at": "2026-11-19T03:00:07Z", "grade": "published",
    ]),
    View.sites.row([
      "network": "stackexchange", "site": "meta.cooking", "name": "Seasoned Advice Meta",
      "site_url": "https://cooking.meta.stackexchange.com", "site_type": "meta_site",
      "site_state": "linked_meta", "first_seen": "2026-11-01T03:00:00Z",
      "last_seen": "2026-11-20T03:00:00Z",
    ]),
  ]

  private static func moderator(
    _ site: Cell, _ id: Cell, _ account: Cell, _ name: Cell, _ kind: Cell, _ reputation: Cell,
    _ more: KeyValuePairs<String, Cell> = [:]
  ) -> Row {
    var row = View.moderators.row([
      "network": "stackexchange", "site": site, "user_id": id, "account_id": account,
      "display_name": name, "kind": kind, "reputation": reputation, "gold": 3, "silver": 40,
      "bronze": 120, "member_since": "2016-01-12T20:00:00Z", "first_seen": "2026-11-01T03:00:05Z",
      "last_seen": "2026-11-20T03:00:05Z", "role": "moderator",
    ])
    for (column, cell) in more {
      row[View.moderators.columnNames.firstIndex(of: column) ?? 0] = cell
    }
    return row
  }

  private static let moderators: [Row] = [
    moderator("3dprinting", -1, -1, "Community", "community", 1),
    moderator(
      "3dprinting", 5, 501, "Seán O’Brien", "moderator", 12_345,
      [
        "location": "Köln, Germany", "website_url": "https://example.org/~sean",
        "link": "https://3dprinting.stackexchange.com/users/5",
        "about_text": "I print.\nAll day.",
      ]),
    moderator(
      "3dprinting", 77, 502, "מרים לוי", "moderator", 990_201,
      ["first_seen": "2026-11-20T03:00:05Z"]),
    moderator(
      "3dprinting", 90, 503, "=HYPERLINK(\"x\")", "staff", 101,
      ["first_seen": "2026-11-20T03:00:05Z"]),
    moderator("cooking", 5, 501, "Seán O’Brien", "moderator", 800),
    moderator("cooking", 9, .null, "<script>alert(1)</script>", "moderator", .null),
  ]

  private static let formerModerators: [Row] = [
    moderator(
      "3dprinting", 12, 504, "Ana & Co", "moderator", 4_400,
      ["last_seen": "2026-11-19T03:00:04Z"])
      + [.text("2026-11-20T03:00:05Z")]
  ]

  private static func person(
    _ account: Cell, _ name: Cell, _ sites: Cell, _ reputation: Cell, _ list: Cell
  ) -> Row {
    View.people.row([
      "network": "stackexchange", "account_id": account, "display_name": name, "sites": sites,
      "reputation": reputation, "site_list": list,
    ])
  }

  private static let people: [Row] = [
    person(.null, "<script>alert(1)</script>", 1, .null, "cooking"),
    person(501, "Seán O’Brien", 2, 13_145, "3dprinting cooking"),
    person(502, "מרים לוי", 1, 990_201, "3dprinting"),
    person(503, "=HYPERLINK(\"x\")", 1, 101, "3dprinting"),
  ]

  private static func change(
    _ id: Cell, _ user: Cell, _ account: Cell, _ name: Cell, _ kind: Cell, _ detail: Cell
  ) -> Row {
    View.changes.row([
      "id": id, "network": "stackexchange", "site": "3dprinting", "user_id": user,
      "account_id": account, "display_name": name, "kind": kind, "detail": detail,
      "observed_at": "2026-11-20T03:00:05Z", "previous_walk_at": "2026-11-19T03:00:04Z",
      "role": "moderator",
    ])
  }

  private static let changes: [Row] = [
    change(1, 12, 504, "Ana & Co", "left", .null),
    change(2, 77, 502, "מרים לוי", "joined", .null),
    change(3, 5, 501, "Seán O’Brien", "renamed", #"{"display_name":["Sean","Seán O’Brien"]}"#),
    change(4, 90, 503, "=HYPERLINK(\"x\")", "profile", #"{"elected":["0","1"]}"#),
    change(5, 90, 503, "=HYPERLINK(\"x\")", "returned", .null),
  ]

  private static func walk(
    _ id: Cell, _ site: Cell, _ verdict: Cell, _ reasons: Cell, _ total: Cell, _ pages: Cell,
    _ grade: Cell
  ) -> Row {
    View.walks.row([
      "id": id, "run_id": 1, "network": "stackexchange", "site": site,
      "started_at": "2026-11-20T03:00:04Z", "finished_at": "2026-11-20T03:00:05Z",
      "verdict": verdict, "reasons": reasons, "total": total, "items": total, "pages": pages,
      "requests": pages, "grade": grade,
    ])
  }

  private static let walks: [Row] = [
    walk(1, "cooking", "unproven", "total_mismatch", 2, 2, "published"),
    walk(2, "3dprinting", "complete", "", 4, 1, "complete"),
  ]

  private static func page(_ walk: Cell, _ reading: Cell, _ items: Cell, _ total: Cell) -> Row {
    View.pages.row([
      "walk_id": walk, "reading": reading, "page": 1, "item_count": items, "has_more": 0,
      "total": total,
      "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "fetched_at": "2026-11-20T03:00:05Z", "role": "moderator",
    ])
  }

  private static let pages: [Row] = [page(1, 1, 2, 3), page(1, 2, 2, 3), page(2, 1, 4, 4)]
}
