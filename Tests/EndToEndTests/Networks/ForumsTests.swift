import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// The program against sample forums.
@Suite(.bounded) struct ForumsTests {
  /// A forum server, and how its forums are named.
  private struct Place: Sendable {
    var root: String
    var forums: SampleForums

    func address(_ id: SiteID) -> String { "\(root)/forum/\(id)" }
    /// The id of a forum in an archive.
    func site(_ id: SiteID) -> SiteID { String(address(id).dropFirst("http://".count)) }
  }

  private static func withForums(
    _ faults: [String] = [], day: Int = 60,
    changing change: (@Sendable (inout SampleResponse) -> Void)? = nil,
    _ body: @escaping @Sendable (Place, ArchiveFile, String) async throws -> Void
  ) async throws {
    let forums = SampleForums(
      ForumConfiguration(
        network: SampleConfiguration(day: day, giant: 2_300), perMinute: nil, perTenSeconds: nil,
        faults: try faults.map { try ServerFault($0) }))
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({ request, now in
        var request = request
        if change != nil { request.headers["accept-encoding"] = nil }
        var response = forums.respond(to: request, at: now)
        change?(&response)
        return response
      }) { root in
        try await body(Place(root: root, forums: forums), ArchiveFile(in: folder), folder)
      }
    }
  }

  /// A folder with a key file for each forum; without a user's name it is a user's own key.
  private static func keys(
    _ sites: [SiteID], _ key: String = "system:sample-key", in folder: String
  ) throws -> [String] {
    let keys = "\(folder)/keys"
    try FileManager.default.createDirectory(atPath: keys, withIntermediateDirectories: true)
    for site in sites {
      let path = "\(keys)/\(site.replacing("/", with: "_"))"
      try Data("\(key)\n".utf8).write(to: URL(filePath: path))
    }
    return ["--key-folder", keys]
  }

  @Test func aForumPublishesItsStaffWithoutProof() async throws {
    try await Self.withForums { place, archive, folder in
      let ids: [SiteID] = ["cooking", "ru.stackoverflow", "math"]
      let ending = try await Program.run(
        Program.sync(sites: ids.map(place.address)), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let truth = ids.map { place.forums.published(of: $0, as: place.site($0)) }
        .reduce(into: Set()) { $0.formUnion($1) }
      #expect(Set(truth.map(\.role)) == ["moderator", "admin", "category_moderator"])
      #expect(try archive.holders(of: "discourse") == truth)
      #expect(
        try archive.grades(of: "discourse").values.allSatisfy { $0 == "unproven published" })
      #expect(
        try archive.count("SELECT count(*) FROM sites WHERE name = 'Seasoned Advice'") == 1)
      // Each is asked what it is before it becomes a site.
      #expect(place.forums.requestCount == 6)
      try archive.expectProven()
      // The scope remembers them, and they are found by their names.
      let again = try await Program.run(Program.sync(sites: []), in: folder)
      #expect(again.code == 0, "\(again.messages)")
      #expect(try again.summary.counts.sum == 3)
      let list = try await Program.run(
        ["list", "Seasoned Advice", "--archive", ArchiveFile.name, "--jsonl"], in: folder)
      #expect(list.code == 0, "\(list.messages)")
    }
  }

  @Test func aKeyProvesModeratorsAndAdmins() async throws {
    try await Self.withForums { place, archive, folder in
      let ids: [SiteID] = ["cooking", "ru.stackoverflow", "giant"]
      let keys = try Self.keys(ids.map(place.site), in: folder)
      let ending = try await Program.run(
        Program.sync(sites: ids.map(place.address), keys), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let truth = ids.map { place.forums.members(of: $0, as: place.site($0)) }
        .reduce(into: Set()) { $0.formUnion($1) }
      #expect(try archive.holders(of: "discourse") == truth)
      #expect(
        try archive.grades(of: "discourse").values.allSatisfy { $0 == "complete complete" })
      try archive.expectProven()
      // Without the key the list is only published: it does not replace a proven one.
      let without = try await Program.run(
        Program.sync(sites: [place.address("cooking")]), in: folder)
      #expect(without.code == 3)
      #expect(without.output.contains("lower_grade"))
      #expect(try archive.holders(of: "discourse") == truth)
    }
  }

  /// The two kinds of lists differ about the same people, which must not look like people who come and go.
  @Test func aKeyThatComesLaterChangesNobody() async throws {
    try await Self.withForums { place, archive, folder in
      let id = try #require(
        ["cooking", "math", "stackoverflow", "superuser"].first { id in
          place.forums.staff(of: id).contains { !$0.categories.isEmpty }
        })
      let first = try await Program.run(Program.sync(sites: [place.address(id)]), in: folder)
      #expect(first.code == 0)
      let keys = try Self.keys([place.site(id)], in: folder)
      let second = try await Program.run(
        Program.sync(sites: [place.address(id)], keys), in: folder)
      #expect(second.code == 0, "\(second.messages)")
      let without = try await Program.run(Program.sync(sites: [place.address(id)]), in: folder)
      #expect(without.code == 0)
      #expect(try archive.count("SELECT count(*) FROM changes") == 0)
      let roles = Set(try archive.holders(of: "discourse").map(\.role))
      #expect(roles.contains("category_moderator"))
      #expect(try archive.grades(of: "discourse") == [place.site(id): "unproven published"])
    }
  }

  /// A user's own key sees the group of moderators and not that of admins.
  @Test func aRosterOfBothKindsOfListsStaysOne() async throws {
    try await Self.withForums { place, archive, folder in
      let id: SiteID = "cooking"
      let address = place.address(id)
      let keys = try Self.keys([place.site(id)], "sample-user", in: folder)
      let first = try await Program.run(Program.sync(sites: [address], keys), in: folder)
      #expect(first.code == 0, "\(first.messages)")
      let held = try archive.holders(of: "discourse")
      #expect(
        try archive.count(
          "SELECT count(*) FROM source WHERE query LIKE 'groups=moderator&about=admin%'") == 1)
      let without = try await Program.run(Program.sync(sites: [address]), in: folder)
      #expect(without.code == 3, "\(without.messages)")
      _ = try Self.keys([place.site(id)], in: folder)
      let asAdmin = try await Program.run(Program.sync(sites: [address], keys), in: folder)
      #expect(asAdmin.code == 0, "\(asAdmin.messages)")
      #expect(try archive.holders(of: "discourse") == held)
      #expect(try archive.count("SELECT count(*) FROM changes") == 0)
    }
  }

  /// A forum that is not at the address that the user typed is no site; the others are read.
  @Test func aMistypedAddressIsRefused() async throws {
    try await Self.withForums { place, archive, folder in
      let first = try await Program.run(Program.sync(sites: [place.address("cooking")]), in: folder)
      #expect(first.code == 0, "\(first.messages)")
      let wrong = try await Program.run(
        Program.sync(sites: [place.address("math"), place.address("nosuchforum")]), in: folder)
      #expect(wrong.code == 3, "\(wrong.messages)")
      let alone = try await Program.run(
        Program.sync(sites: [place.address("nosuchforum")]), in: folder)
      #expect(alone.code == 64, "\(alone.messages)")
      #expect(
        try archive.rows("SELECT site FROM sites ORDER BY site")
          == [[place.site("cooking")], [place.site("math")]])
      let next = try await Program.run(Program.sync(sites: []), in: folder)
      #expect(next.code == 0, "\(next.messages)")
    }
  }

  /// A file without a key costs the forum whose key it should be, and no other.
  @Test func aBrokenKeyFileIsAProblemOfItsForum() async throws {
    try await Self.withForums { place, archive, folder in
      let keys = try Self.keys([place.site("cooking")], in: folder)
      _ = try Self.keys([place.site("math")], "two words", in: folder)
      let sites = ["cooking", "math"].map(place.address)
      let ending = try await Program.run(Program.sync(sites: sites, keys), in: folder)
      #expect(ending.code == 3, "\(ending.messages)")
      let problems = try ending.summary.problems
      #expect(problems.map(\.site) == [place.site("math")], "\(problems)")
      #expect(problems.allSatisfy { $0.detail.contains("it has spaces or line breaks inside") })
      #expect(try archive.grades(of: "discourse")[place.site("cooking")] == "complete complete")
      #expect(try archive.holders(of: "discourse").allSatisfy { $0.site == place.site("cooking") })
      // A file that is named as no site is none of theirs, whatever it holds.
      _ = try Self.keys(["my key", "README"], "two words", in: folder)
      let others = try await Program.run(Program.sync(sites: sites, keys), in: folder)
      #expect(others.code == 3, "\(others)")
      #expect(try others.summary.problems == problems)
      for name in ["my key", "README"] {
        #expect(others.messages.components(separatedBy: "/\(name)' is no key").count == 2)
      }
    }
  }

  @Test func aListThatHasSomebodyTwiceIsNotPublished() async throws {
    try await Self.withForums(changing: { response in
      let text = String(decoding: response.body, as: UTF8.self)
      let twice = text.replacing(/"admin_ids":\[(-?\d+)/) { "\($0.0),\($0.1)" }
      response.body = Array(twice.utf8)
    }) { place, archive, folder in
      let ending = try await Program.run(
        Program.sync(sites: [place.address("cooking")]), in: folder)
      #expect(ending.code == 3, "\(ending.messages)")
      let reasons = try ending.summary.problems.map(\.reason)
      #expect(reasons.count == 1 && reasons[0].contains("duplicate_user"), "\(reasons)")
      #expect(try archive.holders(of: "discourse").isEmpty)
    }
  }

  @Test func twoAddressesOfOneForumAreOneSite() async throws {
    try await Self.withForums { place, archive, folder in
      let forum = place.address("cooking")
      let ending = try await Program.run(
        Program.sync(sites: ["\(forum)/about.json", forum]), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      #expect(try archive.rows("SELECT site FROM sites") == [[place.site("cooking")]])
    }
  }

  /// Whatever a forum does, what is published is what it holds.
  @Test(arguments: ForumFault.allCases, [true, false])
  func noFaultPublishesAWrongRoster(fault: ForumFault, isKeyed: Bool) async throws {
    try await Self.withForums([fault.rawValue]) { place, archive, folder in
      let ids: [SiteID] = ["giant", "cooking"]
      let keys = isKeyed ? try Self.keys(ids.map(place.site), in: folder) : []
      let ending = try await Program.run(
        Program.sync(sites: ids.map(place.address), keys), in: folder)
      #expect([0, 3, 64, 69, 75].contains(ending.code), "\(ending.messages)")
      // A server that does not answer as a forum never becomes a site.
      guard FileManager.default.fileExists(atPath: "\(folder)/\(ArchiveFile.name)") else {
        let asksForAWait = [.addressLimit, .readerLimit].contains(fault)
        #expect((asksForAWait ? [75] : [3, 64, 69]).contains(ending.code), "\(ending.messages)")
        return
      }
      let grades = try archive.grades(of: "discourse")
      for id in ids {
        let site = place.site(id)
        let held = try archive.holders(of: "discourse").filter { $0.site == site }
        let members = place.forums.members(of: id, as: site)
        switch grades[site] {
        case "complete complete": #expect(held == members)
        case nil: #expect(held.isEmpty)
        default:
          let published = place.forums.published(of: id, as: site)
          #expect(held.isSubset(of: published.union(members)), "\(fault)")
          // An older forum does not tell who moderates a category.
          let told = fault == .oldAbout ? members : published
          #expect(Set(held.map(\.id)) == Set(told.map(\.id)), "\(fault)")
        }
      }
      try archive.expectProven()
    }
  }

  /// Nothing is wrong with it or with the network, and running it again goes on.
  @Test func aForumThatOnlyAsksForAWaitStopsTheRun() async throws {
    try await Self.withForums(["address-limit"]) { place, _, folder in
      let ending = try await Program.run(
        Program.sync(sites: [place.address("math")]), in: folder)
      #expect(ending.code == 75, "\(ending.messages)")
      #expect(ending.messages.contains("name them again later."))
      #expect(try ending.summary.outcome == "stopped")
    }
  }

  /// One forum that wants a login, and one that limits this address for long, keep no other from being
  /// read.
  @Test(arguments: ["login-required", "address-limit"])
  func aForumThatRefusesIsAProblemOfItsOwn(fault: String) async throws {
    try await Self.withForums([fault]) { refusing, archive, folder in
      try await Self.withForums { place, _, _ in
        let ending = try await Program.run(
          Program.sync(sites: [refusing.address("math"), place.address("cooking")]), in: folder)
        #expect(ending.code == 3, "\(ending.messages)")
        #expect(try ending.summary.counts.failed == 1)
        #expect(
          try archive.holders(of: "discourse")
            == place.forums.published(of: "cooking", as: place.site("cooking")))
      }
    }
  }
}
