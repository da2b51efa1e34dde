import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// Archives of two machines that mirror one network by turns.
@Suite(.bounded) struct MergeTests {
  @Test func whatTwoMachinesReadIsOneHistory() async throws {
    try await withTemporaryFolder { folder in
      let names = ["one.sqlite", "two.sqlite"]
      for (day, name) in [(40, names[0]), (55, names[1]), (70, names[0])] {
        let configuration = SampleConfiguration(day: day, siteLimit: 24, limits: .off)
        try await SampleServer.withRunning(configuration) { base, _ in
          let sync = Program.sync(base, ["--all", "--elected"]).map {
            $0 == ArchiveFile.name ? name : $0
          }
          let ending = try await Program.run(sync, in: folder)
          #expect(ending.code == 0, "\(ending.messages)")
          // Two archives that read other people in one second would contradict each other.
          let end = Date().timeIntervalSince1970
          try await waitUntil { Date().timeIntervalSince1970 > end + 1 }
        }
      }
      let merge = try await Program.run(
        ["merge"] + names + ["--output", ArchiveFile.name], in: folder)
      #expect(merge.code == 0, "\(merge.messages)")
      #expect(merge.output.contains("It has 39 readings.\n"), "\(merge.output)")
      let (both, one) = (ArchiveFile(in: folder), ArchiveFile(folder + "/one.sqlite"))
      for view in ["moderators", "people"] {
        let columns = view == "people" ? "*" : "site, user_id, display_name, elected, about_text"
        let query = "SELECT \(columns) FROM \(view) ORDER BY 1, 2, 3"
        #expect(try both.rows(query) == one.rows(query))
      }
      #expect(try both.count("SELECT count(*) FROM observations") == 39)
      #expect(
        try both.count("SELECT count(*) FROM changes")
          >= one.count("SELECT count(*) FROM changes"))
      let verify = try await Program.run(
        ["verify", "--archive", ArchiveFile.name], in: folder)
      #expect(verify.code == 0, "\(verify.messages)")
    }
  }
}
