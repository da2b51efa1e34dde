import Archive
import ArchiveKit
import Foundation
import GRDB
import Markup
import ModExportCommands
import Roster
import SampleNetwork
import TestKit
import Testing

extension ArchiveFile {
  /// The file's name in the folder of a test.
  static let name = "archive.sqlite"

  init(in folder: String) {
    self.init("\(folder)/\(Self.name)")
  }

  /// Everything that the archive says of each site's current roster: if it is the same, nobody
  /// touched it.
  func snapshot() throws -> [SiteID: [[String?]]] {
    let sites = try rows("SELECT site, verdict, moderators, published_at, complete_at FROM sites")
    let members = try rows("SELECT site, * FROM moderators ORDER BY site, user_id")
    return Dictionary(grouping: sites + members) { $0[0] ?? "" }
  }

  /// The current rosters as the `moderators` view lists them.
  func rosters() throws -> [SiteID: Set<Member>] {
    let members = try read { database in
      try GRDB.Row.fetchAll(database, sql: "SELECT * FROM moderators").map { row in
        (row["site"] as String, Member(row))
      }
    }
    return Dictionary(grouping: members, by: \.0).mapValues { Set($0.map(\.1)) }
  }

  /// All changes of moderators, as text: who, where, what.
  func changes() throws -> [String] {
    try rows(
      "SELECT site, user_id, kind, display_name FROM changes WHERE user_id IS NOT NULL ORDER BY id"
    )
    .map { $0.map { $0 ?? "" }.joined(separator: " ") }
  }

  /// Opens the archive as a reader and proves it; `integrity_check` and `foreign_key_check` first.
  func expectProven(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let findings = try verification(by: NetworkRegistry.standard.rules).findings
    #expect(findings.isEmpty, sourceLocation: sourceLocation)
  }
}

/// A moderator by the columns that the network decides.
struct Member: Hashable {
  private var values: [String?]

  init(_ row: GRDB.Row) {
    values = Self.columns.map { column in
      let value: DatabaseValue = row[column]
      return String.fromDatabaseValue(value)?.unlessEmpty
        ?? Int.fromDatabaseValue(value).map { "\($0)" }
    }
  }

  init(_ user: SampleUser) {
    let row = user.moderator
    let about = user.aboutMe.map(MarkupText.plainText(ofHTML:))
    let numbers = [
      row.userID, row.accountID, row.reputation, row.badges?.gold, row.badges?.silver,
      row.badges?.bronze,
    ]
    values =
      numbers.map { number in number.map { "\($0)" } } + [
        row.displayName, row.kind.rawValue, row.location?.unlessEmpty,
        row.websiteURL?.unlessEmpty, row.link, row.profileImage, about?.unlessEmpty,
        row.memberSince?.rfc3339,
      ]
  }

  /// The values as text by column.
  var text: [String: String] {
    Dictionary(uniqueKeysWithValues: zip(Self.columns, values.map { $0 ?? "" }))
  }

  private static let columns = [
    "user_id", "account_id", "reputation", "gold", "silver", "bronze", "display_name", "kind",
    "location", "website_url", "link", "profile_image", "about_text", "member_since",
  ]
}

extension SampleChange {
  /// As `ArchiveFile.changes()` tells it.
  var line: String { "\(site) \(userID) \(kind.rawValue) \(displayName)" }
}

extension SampleWorld {
  /// The main sites, which are what `--all` means.
  var mainSites: [SampleSite] { sites.filter { $0.site.type == .main } }

  /// Requests of a sync that finds nothing in its archive: the filter, the list, one for each roster
  /// of one page, two readings of the others.
  var requestsOfACleanSync: Int {
    mainSites.reduce(2) { sum, site in
      let pages = (roster(of: site.site.id).count + 99) / 100
      return sum + (pages > 1 ? 2 * pages : 1)
    }
  }

  /// Who moderates what, as the archive should hold it.
  var mainRosters: [SiteID: Set<Member>] {
    Dictionary(
      uniqueKeysWithValues: mainSites.map { site in
        (site.site.id, Set(roster(of: site.site.id).map { Member($0) }))
      })
  }
}
