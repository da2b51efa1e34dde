import Foundation
import SampleNetwork
import TestKit
import Testing

/// The table of faults in the manual, which people read before they trust an archive.
@Suite struct FaultManualTests {
  /// What the manual's last column says, by the name of the fault.
  private static func endings() throws -> [String: Substring] {
    let page = projectFolder.appending(
      path: "Sources/ModExportCommands/ModExport.docc/Completeness.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let rows = lines.drop { $0 != "| fault | what modexport does | ends with |" }.dropFirst(2)
    var endings: [String: Substring] = [:]
    for row in rows.prefix(while: { $0.hasPrefix("|") }) {
      let cells = row.split(separator: "|")
      try #require(cells.count == 3, "\(row)")
      for name in cells[0].split(separator: "`") where name.contains(where: \.isLetter) {
        endings[String(name)] = cells[2]
      }
    }
    return endings
  }

  @Test func everyFaultIsThere() throws {
    #expect(try Set(Self.endings().keys) == Set(SampleFault.catalogue.map(\.name)))
  }

  /// What the manual promises is what the built program was seen to do.
  @Test(arguments: FaultRow.table)
  func whatTheManualSaysIsTested(row: FaultRow) throws {
    let kind = try #require(try row.faults.first.map { try SampleFault($0).kind })
    let ending = try #require(try Self.endings()[kind.rawValue])
    guard row.code != 0 else { return }
    #expect(ending.contains("\(row.code)"))
    for reasons in row.problems.values {
      let first = try #require(reasons.split(separator: " ").first)
      #expect(ending.contains("`\(first)`"))
    }
  }
}
