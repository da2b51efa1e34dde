import Foundation
import Testing

@testable import ModExportCommands

struct TimeZoneTests {
  @Test(arguments: [
    "Asia/Kolkata", ":Asia/Kolkata", "/usr/share/zoneinfo/Asia/Kolkata",
    ":/usr/share/zoneinfo/Asia/Kolkata",
  ])
  func everyFormOfANameCounts(value: String) throws {
    // A minimal system has no files of zones.
    if value.contains("/usr"), !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia") {
      return
    }
    #expect(TimeZone.ofProcess(["TZ": value]).secondsFromGMT() == 19_800)
  }

  @Test func withoutTheVariableTheSystemCounts() {
    for environment in [[:], ["TZ": ""]] {
      #expect(TimeZone.ofProcess(environment) == TimeZone.current)
    }
  }
}
