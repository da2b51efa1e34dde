import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit

/// One person in one role at one site.
struct Holder: Hashable {
  var site: SiteID
  var role: String
  var id: Int
  var name: String
}

extension ArchiveFile {
  /// All that the view of moderators says of a network.
  func holders(of network: String) throws -> Set<Holder> {
    let rows = try rows(
      """
      SELECT site, role, user_id, display_name FROM moderators WHERE network = '\(network)'
      """)
    let holders = rows.map {
      Holder(site: $0[0] ?? "", role: $0[1] ?? "", id: Int($0[2] ?? "") ?? 0, name: $0[3] ?? "")
    }
    return Set(holders)
  }

  /// The verdict and the grade of each published roster of a network, by site.
  func grades(of network: String) throws -> [String: String] {
    let rows = try rows(
      "SELECT site, verdict, grade FROM sites WHERE network = '\(network)' AND verdict IS NOT NULL")
    return Dictionary(
      rows.map { ($0[0] ?? "", "\($0[1] ?? "-") \($0[2] ?? "-")") }, uniquingKeysWith: { $1 })
  }
}

extension SampleForums {
  /// What `/about.json` of a forum says.
  func published(of id: SiteID, as site: SiteID) -> Set<Holder> {
    Set(
      staff(of: id).flatMap { user in
        var roles: [String] = []
        if user.isAdmin {
          roles.append("admin")
        } else if user.isModerator {
          roles.append("moderator")
        }
        if !user.categories.isEmpty { roles.append("category_moderator") }
        return roles.map { Holder(site: site, role: $0, id: user.id, name: user.username) }
      })
  }

  /// Who is in the groups of moderators and admins.
  func members(of id: SiteID, as site: SiteID) -> Set<Holder> {
    Set(
      staff(of: id).flatMap { user in
        [(user.isAdmin, "admin"), (user.isModerator, "moderator")].filter(\.0)
          .map { Holder(site: site, role: $1, id: user.id, name: user.username) }
      })
  }
}

extension SampleWikis {
  /// The groups whose members moderate.
  static let groups = ["sysop", "bureaucrat", "eliminator", "oversight"]

  /// Who moderates the wiki for a site of the sample network.
  func moderators(of id: SiteID, as site: SiteID? = nil) -> Set<Holder> {
    Set(
      Self.groups.flatMap { group in
        members(of: group, at: id).map {
          Holder(site: site ?? Self.database(of: id), role: group, id: $0.id, name: $0.name)
        }
      })
  }
}

extension Program {
  /// Arguments of a quick sync of forums or wikis.
  static func sync(sites: [String], _ more: [String] = []) -> [String] {
    [
      "sync", "--json", "--archive", ArchiveFile.name, "--rate", "1000", "--concurrency", "4",
      "--retry-delay", "5ms", "--retries", "2", "--recheck-after", "0s", "--max-age", "0s",
      "--timeout", "10s", "--max-wait", "1s",
    ] + more + sites
  }
}
