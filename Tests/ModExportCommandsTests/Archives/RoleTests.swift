import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// What the reading commands say of a site with several roles.
struct RoleTests {
  private static let chief = Role(rawValue: "category_moderator")

  private static func person(_ id: Int, _ name: String, _ role: Role = .moderator) -> Moderator {
    Moderator(userID: id, role: role, displayName: name, reputation: 10 * id)
  }

  /// Ann has two roles; on the 12th Bob gets one in place of another.
  private func ask(_ arguments: String...) async throws -> CommandResult {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(10))
      let ann = [Self.person(2, "Ann"), Self.person(2, "Ann", Self.chief)]
      try maker.publish(ann + [Self.person(1, "Bob")], at: .november(10))
      try maker.publish(ann + [Self.person(1, "Bob", Self.chief)], at: .november(12))
      try maker.finish(at: .november(12).addingTimeInterval(60))
      let arguments = arguments.map { $0.replacing("FOLDER", with: folder) }
      var result = await modexport(arguments, archive: maker.path)
      if arguments.first == "report" {
        let page = FileManager.default.contents(atPath: folder + "/report/sites/math.html")
        result.output = String(decoding: page ?? Data(), as: UTF8.self)
      }
      return result
    }
  }

  @Test func aListHasARowForEachRole() async throws {
    let table = try await ask("list", "math", "--csv")
    #expect(try table.column("user_id") == ["2", "2", "1"])
    #expect(try table.column("display_name") == ["Ann", "Ann", "Bob"])
    #expect(try table.column("role") == ["moderator", "category_moderator", "category_moderator"])
    let usual = try await ask("list", "math").output.split(separator: "\n")
    #expect(usual[0].contains("  role  ") && usual[1].contains("  moderator "))
    let chosen = try await ask("list", "math", "--role", "moderator")
    #expect(chosen.output.split(separator: "\n").count == 2)
    let none = try await ask("list", "math", "--role", "admin")
    #expect((none.code, none.output) == (3, ""))
    #expect(
      none.message
        == "Error: Nobody looked at who has the role 'admin' on Mathematics; read there: moderator, "
        + "category_moderator.\n")
    #expect(try await ask("list", "math", "--role", "moderator,").code == 64)
  }

  @Test func aSearchFindsOnePersonWithTheRoles() async throws {
    let all = try await ask("search", "ann", "--json")
    #expect(all.rows?.count == 1)
    #expect(
      all.rows?.first?["moderators"]?.elements.map { $0["role"] } == [
        "moderator", "category_moderator",
      ])
    let narrow = try await ask("search", "ann", "--role", "category_moderator", "--csv")
    #expect(narrow.output.split(separator: "\r\n").count == 2)
    #expect(try await ask("search", "ann").output.contains("  category_moderator  "))
    #expect(try await ask("search", "bob", "--role", "moderator").output.isEmpty)
  }

  @Test func aPersonIsShownWithEachRole() async throws {
    let page = try await ask("show", "math/1").output
    #expect(page.contains("Mathematics (math), user 1, category moderator\n"))
    #expect(page.contains("Mathematics (math), user 1, former moderator\n"))
    let document = try await ask("show", "https://math.stackexchange.com/users/1", "--json").json
    #expect(document?["sites"]?.elements.map { $0["role"] } == ["category_moderator", "moderator"])
  }

  @Test func aChangeNamesTheRole() async throws {
    let changes = try await ask("changes").output
    #expect(changes.contains("Mathematics: Bob joined as category moderator\n"))
    #expect(changes.contains("Mathematics: Bob left\n"))
    let differences = try await ask("changes", "--net", "--since", "2026-11-12").output
    #expect(differences.contains("  joined (category moderator)  "))
  }

  @Test func changesAndPeopleAreThoseOfARole() async throws {
    let chiefs = try await ask("changes", "--role", "category_moderator", "--csv")
    #expect(chiefs.output.split(separator: "\r\n").count == 2)
    #expect(chiefs.output.contains(",Bob,joined,"))
    let others = try await ask("changes", "--role", "moderator", "--csv").output
    #expect(others.split(separator: "\r\n").count == 2)
    #expect(try await ask("changes", "--role", "admin").code == 64)
    #expect(try await ask("people", "--role", "admin").message.contains("has no role 'admin'"))
  }

  @Test func aPageOfTheReportHasARowForEachRole() async throws {
    let page = try await ask("report", "--output", "FOLDER/report").output
    #expect(page.contains(">Moderators</th>") && page.contains(">Category moderators</th>"))
    let ids = page.matches(of: /\ id="(u[^"]*)"/).map { String($0.1) }
    #expect(ids.count == 4 && Set(ids).count == 4)
    #expect(page.contains("joined as category moderator"))
    // Two users, one of whom has two roles.
    #expect(page.contains("<p>2 moderators.</p>"))
  }
}
