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
}
