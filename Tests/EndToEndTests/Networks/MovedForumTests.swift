import ArchiveKit
import Foundation
import SampleNetwork
import Synchronization
import TestKit
import Testing

/// A forum that moves to another address, and says so.
@Suite(.bounded) struct MovedForumTests {
  @Test func aRedirectNamesTheCommandThatGoesOnThere() async throws {
    let forums = SampleForums(
      ForumConfiguration(
        network: SampleConfiguration(day: 60), perMinute: nil, perTenSeconds: nil))
    let hasMoved = Mutex(false)
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({ request, now in
        var request = request
        let isOld = request.path.hasPrefix("/old/")
        let end = request.path.dropFirst("/old".count)
        if isOld, hasMoved.withLock({ $0 }) {
          var response = SampleResponse(status: 301, contentType: "text/html", body: [])
          response.location = "http://\(request.headers["host"] ?? "")/hub\(end)"
          return response
        }
        request.path = "/forum/cooking\(end)"
        return forums.respond(to: request, at: now)
      }) { root in
        let name = root.dropFirst("http://".count)
        let first = try await Program.run(Program.sync(sites: ["\(root)/old"]), in: folder)
        #expect(first.code == 0, "\(first.messages)")
        hasMoved.withLock { $0 = true }
        let refused = try await Program.run(Program.sync(sites: []), in: folder)
        let move = "modexport scope --move \(name)/old \(root)/hub"
        #expect(refused.code == 69)
        #expect(refused.output.contains("`\(move)` goes on with its history there"), "\(refused)")
        let archive = ["--archive", ArchiveFile.name]
        let moved = try await Program.run(
          move.split(separator: " ").dropFirst().map(String.init) + archive, in: folder)
        #expect(moved.code == 0 && moved.output.contains("named    \(name)/hub"), "\(moved)")
        let again = try await Program.run(Program.sync(sites: []), in: folder)
        #expect(again.code == 0, "\(again.messages)")
        let file = ArchiveFile(in: folder)
        #expect(
          try file.rows("SELECT site, site_url FROM sites") == [["\(name)/hub", "\(root)/hub"]])
        #expect(try file.count("SELECT count(*) FROM observations") == 2)
        #expect(try file.rows("SELECT DISTINCT kind FROM changes") == [["site_renamed"]])
        #expect(try await Program.run(["verify"] + archive, in: folder).code == 0)
      }
    }
  }

  /// Another forum at the new address is not taken for the one before, not even its name.
  @Test func anotherForumIsNotBelieved() async throws {
    let forums = SampleForums(
      ForumConfiguration(
        network: SampleConfiguration(day: 60), perMinute: nil, perTenSeconds: nil))
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({ forums.respond(to: $0, at: $1) }) { root in
        let name = root.dropFirst("http://".count)
        let first = try await Program.run(
          Program.sync(sites: ["\(root)/forum/cooking"]), in: folder)
        #expect(first.code == 0, "\(first.messages)")
        let file = ArchiveFile(in: folder)
        let query = "SELECT name, user_id FROM sites JOIN moderators USING (network, site)"
        let before = try file.rows(query)
        let archive = ["--archive", ArchiveFile.name]
        func move(_ old: String, _ new: String) async throws {
          let moved = try await Program.run(
            ["scope", "--move", "\(name)/forum/\(old)", "\(root)/forum/\(new)"] + archive,
            in: folder)
          #expect(moved.code == 0, "\(moved)")
        }
        try await move("cooking", "math")
        let refused = try await Program.run(Program.sync(sites: []), in: folder)
        #expect(refused.code == 3 && refused.output.contains("other_site"), "\(refused)")
        #expect(refused.output.contains("--accept-shrink publishes it"), "\(refused)")
        #expect(try file.rows(query) == before)
        let status = try await Program.run(["status", "\(name)/forum/math"] + archive, in: folder)
        #expect(status.output.contains("`modexport scope --move` goes back"), "\(status)")
        try await move("math", "cooking")
        let back = try await Program.run(Program.sync(sites: []), in: folder)
        #expect(back.code == 0, "\(back)")
        try await move("cooking", "math")
        let accepted = try await Program.run(
          Program.sync(sites: [], ["--accept-shrink"]), in: folder)
        #expect(accepted.code == 0, "\(accepted)")
        #expect(try file.rows(query) != before)
        #expect(try await Program.run(["verify"] + archive, in: folder).code == 0)
      }
    }
  }
}
