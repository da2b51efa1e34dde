import FoundationEssentials
import Markup
import Roster
import StackExchange
import Testing

struct BadgeDumpTests {
  private static func tenures(_ rows: String) throws -> [Tenure] {
    var rest = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<badges>\n\(rows)</badges>".utf8)[
      ...]
    let dump = BadgeDump(
      try XMLRecords(fields: BadgeDump.fields) {
        defer { rest = [] }
        return Array(rest)
      })
    var tenures: [Tenure] = []
    while let tenure = try dump.next() { tenures.append(tenure) }
    return tenures
  }

  @Test func badgesOfModeratorsTellOfAYear() throws {
    let found = try Self.tenures(
      """
      <row Id="1" UserId="3" Name="Teacher" Date="2008-09-15T08:55:03.923" Class="3" TagBased="False" />
      <row Id="2" UserId="12" Name="Sheriff" Date="2013-06-30T08:55:03.923" Class="1" TagBased="False" />
      <row Id="3" UserId="13" Name="Constable" Date="2014-06-30T00:00:00.000" Class="2" TagBased="False" />
      <row Id="4" UserId="14" Name="Sheriff" Date="2014-06-30T00:00:00.000" Class="1" TagBased="True" />

      """)
    #expect(found.map(\.userID) == [12, 13])
    #expect(found[0].bounds.beganBefore.rfc3339 == "2012-06-30T08:55:03Z")
    #expect(found[0].bounds.endedAfter.rfc3339 == "2013-06-30T08:55:03Z")
    #expect(found[0].bounds.beganAfter == nil && found[0].bounds.endedBefore == nil)
    #expect(found.allSatisfy { $0.bounds.source == .badge && $0.role == .moderator })
  }

  @Test func aBadgeOfBeforeTheNetworkBeganIsRefused() throws {
    func row(_ date: String) -> String {
      #"<row UserId="3" Name="Sheriff" Date="\#(date)" />"# + "\n"
    }
    #expect(try Self.tenures(row("2008-07-31T00:00:00.000")).count == 1)
    let thrown = #expect(throws: XMLFailure.self) {
      try Self.tenures(row("1970-01-01T00:00:00.000"))
    }
    #expect(thrown == XMLFailure(3, "a badge Sheriff is dated before the network began"))
  }

  @Test(arguments: [
    #"<row UserId="x" Name="Sheriff" Date="2013-06-30T08:55:03.923" />"#,
    #"<row UserId="3" Name="Sheriff" Date="2013" />"#, #"<row UserId="3" Name="Sheriff" />"#,
  ])
  func aBadgeWithoutUserOrDateIsRefusedWithItsLine(row: String) {
    let thrown = #expect(throws: XMLFailure.self) { try Self.tenures(row + "\n") }
    #expect(thrown == XMLFailure(3, "a badge Sheriff has no user or no date"))
  }
}
