package import Foundation
package import Roster
import TestKit

/// 2026-01-01T00:00:00Z plus this many days.
package func day(_ number: Int, _ seconds: Int = 0) -> Date {
  Date(unixSeconds: 1_767_225_600 + number * 86_400 + seconds)
}

extension Site {
  package static let math = Site(
    "math", name: "Mathematics", url: "https://math.stackexchange.com", state: "normal",
    launchDate: day(-1000))
  package static let cooking = Site(
    "cooking", name: "Seasoned Advice", url: "https://cooking.stackexchange.com")

  package static func made(_ number: Int) -> Site {
    Site("site\(number)", name: "Site \(number)", url: "https://site\(number).example")
  }
}

extension Moderator {
  package static func made(
    _ id: Int, _ name: String? = nil, role: Role = .moderator, account: Int? = nil,
    reputation: Int? = nil,
    location: String? = nil, about: String? = nil, kind: Kind = .moderator
  ) -> Moderator {
    Moderator(
      userID: id, role: role, accountID: account ?? id + 1000, displayName: name ?? "User \(id)",
      kind: kind,
      reputation: reputation ?? 100 * id, badges: Badges(gold: 1, silver: 2, bronze: 3),
      location: location, websiteURL: "", link: "https://example.com/users/\(id)",
      aboutText: about, memberSince: day(-500))
  }
}
