import Foundation
import Roster
import TestKit
import Testing

/// What follows from the rows of logs.
struct RightsHistoryTests {
  private static let sysop = Role(rawValue: "sysop")

  private static func date(_ day: Int) -> Date { Date(unixSeconds: day * 86_400) }

  private static func rights(
    _ id: Int, _ day: Int, _ name: String?, _ before: [String]?, _ after: [String]?,
    expiry: Int? = nil, log: Int = 0
  ) -> RightsHistory.Row {
    func memberships(_ roles: [String]?) -> [RightsChange.Membership]? {
      roles?.map { .init(Role(rawValue: $0), expiry: expiry.map(date)) }
    }
    return RightsHistory.Row(
      log: log,
      LogEntry(
        id: id, time: date(day),
        .rights(RightsChange(name: name, before: memberships(before), after: memberships(after)))))
  }

  private static func rename(
    _ id: Int, _ day: Int, _ old: String?, _ new: String?
  ) -> RightsHistory.Row {
    RightsHistory.Row(
      log: 1, LogEntry(id: id, time: date(day), .rename(UserRename(oldName: old, newName: new))))
  }

  /// Each tenure as `name first-last`, in days.
  private static func tenures(
    _ rows: [RightsHistory.Row], since: Int? = nil, readUntil: Int = 100
  ) -> [String] {
    RightsHistory(rows.reversed(), since: since.map(date), readUntil: date(readUntil))
      .tenures(of: [sysop]).map { tenure in
        func day(_ date: Date) -> Int { date.unixSeconds / 86_400 }
        return "\(tenure.name) \(day(tenure.beganAt))-\(tenure.endedAt.map { "\(day($0))" } ?? "")"
      }.sorted()
  }

  private static let cases: [(String, [RightsHistory.Row], [String])] = [
    ("a grant", [rights(1, 10, "Ann", [], ["sysop"])], ["Ann 10-"]),
    (
      "a grant and a removal",
      [rights(1, 10, "Ann", ["bot"], ["bot", "sysop"]), rights(2, 20, "Ann", ["sysop"], [])],
      ["Ann 10-20"]
    ),
    (
      "another role changes meanwhile",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", ["sysop"], ["sysop", "bot"])],
      ["Ann 10-"]
    ),
    (
      "twice",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", ["sysop"], []),
        rights(3, 30, "Ann", [], ["sysop"]),
      ], ["Ann 10-20", "Ann 30-"]
    ),
    ("a removal without a grant", [rights(1, 10, "Ann", ["sysop"], [])], []),
    (
      "a grant that no row tells",
      [rights(1, 10, "Ann", ["sysop"], ["sysop", "bot"]), rights(2, 20, "Ann", ["sysop"], [])], []
    ),
    (
      "a removal that no row tells",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", [], ["sysop"])], ["Ann 20-"]
    ),
    (
      "a row that shows a removal that no row tells",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", [], ["bot"])], []
    ),
    (
      "a role that expired", [rights(1, 10, "Ann", [], ["sysop"], expiry: 15)], ["Ann 10-15"]
    ),
    (
      "a role that expired and was given again",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 15), rights(2, 20, "Ann", [], ["sysop"]),
      ], ["Ann 10-15", "Ann 20-"]
    ),
    (
      "a role that was prolonged",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 15),
        rights(2, 12, "Ann", ["sysop"], ["sysop"], expiry: 200),
      ], ["Ann 10-"]
    ),
    (
      "a role that would expire later than it was found lost",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 50), rights(2, 20, "Ann", [], ["sysop"]),
      ], ["Ann 20-"]
    ),
    (
      "a very old row",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", nil, nil)], []
    ),
    ("a row that hides whom it is about", [rights(1, 10, nil, [], ["sysop"])], []),
    (
      "a rename",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(1, 15, "Ann", "Anna"),
        rights(2, 20, "Anna", ["sysop"], []),
      ], ["Anna 10-20"]
    ),
    (
      "a name that somebody else takes over",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(1, 15, "Ann", "Anna"),
        rename(2, 20, "Bob", "Ann"), rights(2, 30, "Ann", [], ["sysop"]),
      ], ["Ann 30-", "Anna 10-"]
    ),
    (
      "renames in a circle",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(1, 15, "Ann", "Bob"),
        rename(2, 20, "Bob", "Ann"),
      ], ["Ann 10-"]
    ),
    (
      "a rename to a name that is hidden",
      [rights(1, 10, "Ann", [], ["sysop"]), rename(1, 15, "Ann", nil)], []
    ),
    (
      "a removal in the log of another site",
      [rights(9, 10, "Ann", [], ["sysop"]), rights(1, 20, "Ann", ["sysop"], [], log: 2)],
      ["Ann 10-20"]
    ),
  ]

  @Test(arguments: cases.indices)
  func tenuresFollowFromRows(index: Int) {
    let (name, rows, expected) = Self.cases[index]
    #expect(Self.tenures(rows) == expected, "\(name)")
  }

  @Test func whatWasNotReadFromEveryLogIsLeftOut() {
    let rows = [
      Self.rights(1, 10, "Ann", [], ["sysop"]), Self.rights(2, 30, "Bob", [], ["sysop"]),
      Self.rights(3, 40, "Ann", ["sysop"], []),
    ]
    #expect(Self.tenures(rows, since: 20) == ["Bob 30-"])
    #expect(Self.tenures(rows, readUntil: 35) == ["Ann 10-", "Bob 30-"])
  }

  /// Whichever row a log lacks, no tenure is told that the whole log does not tell.
  @Test(arguments: 0..<8) func aMissingRowInventsNoTenure(missing: Int) {
    var rows: [RightsHistory.Row] = []
    for id in 0..<8 {
      let (none, some) = ([String](), ["sysop"])
      let (before, after) = id.isMultiple(of: 2) ? (none, some) : (some, none)
      rows.append(Self.rights(id, 10 + id * 10, "Ann", before, after))
    }
    let whole = Self.tenures(rows)
    #expect(whole == ["Ann 10-20", "Ann 30-40", "Ann 50-60", "Ann 70-80"])
    rows.remove(at: missing)
    let told = Self.tenures(rows)
    #expect(told.filter { !$0.hasSuffix("-") }.allSatisfy(whole.contains))
    #expect(told.count >= 3)
  }
}
