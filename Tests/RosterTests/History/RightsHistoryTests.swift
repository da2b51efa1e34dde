import Foundation
import Roster
import TestKit
import Testing

/// What follows from the rows of logs.
struct RightsHistoryTests {
  private static let sysop = Role(rawValue: "sysop")

  static func date(_ day: Int) -> Date { Date(unixSeconds: day * 86_400) }

  /// - Parameters:
  ///   - expiry: The day on which all roles after the row end.
  ///   - was: The same of the roles before the row; they are told where one of both is.
  static func rights(
    _ id: Int, _ day: Int, _ name: String?, _ before: [String]?, _ after: [String]?,
    expiry: Int? = nil, was: Int? = nil, isCentral: Bool = false
  ) -> RightsHistory.Row {
    func memberships(_ roles: [String]?, _ expiry: Int?) -> [RightsChange.Membership]? {
      roles?.map {
        .init(Role(rawValue: $0), expiry: expiry.map(date), tellsExpiry: true)
      }
    }
    return RightsHistory.Row(
      LogEntry(
        id: id, time: date(day),
        .rights(
          RightsChange(
            name: name, before: memberships(before, was), after: memberships(after, expiry)))),
      isCentral: isCentral)
  }

  static func rename(
    _ id: Int, _ day: Int, _ old: String?, _ new: String?
  ) -> RightsHistory.Row {
    RightsHistory.Row(
      LogEntry(id: id, time: date(day), .rename(UserRename(oldName: old, newName: new))))
  }

  /// Each tenure as `name beginning-end`, in days: `10` exactly, `10..20` in between, `..10` by then,
  /// `10..` then at least, nothing for the day until which the logs were read.
  static func tenures(
    _ rows: [RightsHistory.Row], since: Int? = nil, readUntil: Int = 100,
    _ sightings: [NameSighting] = []
  ) -> [String] {
    RightsHistory(rows.reversed(), since: since.map(date), readUntil: date(readUntil))
      .tenures(of: [sysop], sightings: sightings).map { tenure in
        let bounds = tenure.bounds
        func day(_ date: Date?) -> String { date.map { "\($0.unixSeconds / 86_400)" } ?? "" }
        let beginning =
          bounds.beganAfter == bounds.beganBefore
          ? day(bounds.beganBefore) : "\(day(bounds.beganAfter))..\(day(bounds.beganBefore))"
        let end =
          bounds.endedAfter == bounds.endedBefore
          ? day(bounds.endedAfter) : "\(day(bounds.endedAfter))..\(day(bounds.endedBefore))"
        let user = tenure.userID.map { "\($0) " } ?? ""
        return "\(user)\(tenure.name) \(beginning)-\(end == "\(readUntil).." ? "" : end)"
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
    ("a removal without a grant", [rights(1, 10, "Ann", ["sysop"], [])], ["Ann ..10-10"]),
    (
      "a grant that no row tells",
      [rights(1, 10, "Ann", ["sysop"], ["sysop", "bot"]), rights(2, 20, "Ann", ["sysop"], [])],
      ["Ann ..10-20"]
    ),
    (
      "a grant between two rows",
      [rights(1, 10, "Ann", [], ["bot"]), rights(2, 20, "Ann", ["bot", "sysop"], ["sysop"])],
      ["Ann 10..20-"]
    ),
    (
      "a removal that no row tells",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", [], ["sysop"])],
      ["Ann 10-10..20", "Ann 20-"]
    ),
    (
      "a row that shows a removal that no row tells",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", [], ["bot"])], ["Ann 10-10..20"]
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
      "a role that expired and is there again without a row",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 15),
        rights(2, 20, "Ann", ["sysop"], ["sysop", "bot"]),
      ], ["Ann ..20-", "Ann 10-15"]
    ),
    (
      "a role that was prolonged",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 15),
        rights(2, 12, "Ann", ["sysop"], ["sysop"], expiry: 200, was: 15),
      ], ["Ann 10-"]
    ),
    (
      "a role that is to expire at another time without a row",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 30),
        rights(2, 20, "Ann", ["sysop"], ["sysop", "bot"], expiry: 50, was: 50),
      ], ["Ann ..20-50", "Ann 10-10.."]
    ),
    (
      "a role that would expire later than it was found lost",
      [
        rights(1, 10, "Ann", [], ["sysop"], expiry: 50), rights(2, 20, "Ann", [], ["sysop"]),
      ], ["Ann 10-10..20", "Ann 20-"]
    ),
    (
      "a very old row",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", nil, nil)], ["Ann 10-20.."]
    ),
    (
      "a promotion that does not tell the roles before", [rights(1, 10, "Ann", nil, ["sysop"])],
      ["Ann ..10-"]
    ),
    (
      "a later row that does not tell the roles before",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", nil, ["sysop"]),
        rights(2, 20, "Ann", nil, ["sysop"]), rights(3, 30, "Ann", ["sysop"], []),
      ], ["Ann ..20-30", "Ann 10-20.."]
    ),
    (
      "a row that tells only the roles before",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", ["sysop"], nil)], ["Ann 10-20.."]
    ),
    (
      "a very old row in between",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, "Ann", nil, nil),
        rights(3, 30, "Ann", ["sysop"], []),
      ], ["Ann ..30-30", "Ann 10-20.."]
    ),
    ("a row that hides whom it is about", [rights(1, 10, nil, [], ["sysop"])], []),
    (
      "a hidden row that may have ended it",
      [rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, nil, nil, nil)], ["Ann 10-20.."]
    ),
    (
      "a hidden row in between",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rights(2, 20, nil, nil, nil),
        rights(3, 30, "Ann", ["sysop"], []),
      ], ["Ann ..30-30", "Ann 10-20.."]
    ),
    (
      "a hidden row before an expiry",
      [rights(1, 10, "Ann", [], ["sysop"], expiry: 30), rights(2, 20, nil, nil, nil)],
      ["Ann 10-20.."]
    ),
    (
      "a hidden row after an expiry",
      [rights(1, 10, "Ann", [], ["sysop"], expiry: 15), rights(2, 20, nil, nil, nil)],
      ["Ann 10-15"]
    ),
    (
      "the same row twice",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rights(1, 10, "Ann", [], ["sysop"]),
        rights(2, 20, "Ann", ["sysop"], []), rights(3, 20, "Ann", ["sysop"], []),
      ], ["Ann 10-20"]
    ),
    (
      "rows of one second",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rights(2, 10, "Ann", ["sysop"], []),
        rights(3, 10, "Ann", [], ["sysop"]),
      ], ["Ann 10-", "Ann 10-10"]
    ),
    (
      "rows of one second in two logs, whose order nothing tells",
      [
        rights(1, 10, "Ann", [], ["sysop"]),
        rights(5, 20, "Ann", ["sysop"], [], isCentral: true), rights(9, 20, "Ann", [], ["sysop"]),
      ], ["Ann 10-20.."]
    ),
    (
      "a rename",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 15, "Ann", "Anna"),
        rights(3, 20, "Anna", ["sysop"], []),
      ], ["Anna 10-20"]
    ),
    (
      "a rename of the second of a grant",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 10, "Ann", "Anna"),
        rights(3, 10, "Anna", ["sysop"], []),
      ], ["Anna 10-10"]
    ),
    (
      "a name that somebody else takes over",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 15, "Ann", "Anna"),
        rename(3, 20, "Bob", "Ann"), rights(4, 30, "Ann", [], ["sysop"]),
      ], ["Ann 30-", "Anna 10-"]
    ),
    (
      "a name that somebody takes over without its having been given up",
      [
        rights(1, 10, "Bob", [], ["sysop"]), rights(2, 20, "Bob", ["sysop"], ["sysop", "bot"]),
        rename(3, 40, "Carl", "Bob"), rights(4, 50, "Bob", [], ["sysop"]),
      ], ["Bob 10-20..", "Bob 50-"]
    ),
    (
      "two names that are swapped",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 15, "Ann", "X"), rename(3, 15, "Bob", "Ann"),
        rename(4, 15, "X", "Bob"), rights(5, 20, "Bob", ["sysop"], []),
      ], ["Bob 10-20"]
    ),
    (
      "renames in a circle",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 15, "Ann", "Bob"),
        rename(3, 20, "Bob", "Ann"),
      ], ["Ann 10-"]
    ),
    (
      "a rename to a name that is hidden",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 15, "Ann", nil),
        rights(3, 20, "Ann", [], ["sysop"]),
      ], ["Ann 10-15..", "Ann 20-"]
    ),
    (
      "a rename that hides who it was",
      [
        rights(1, 10, "Ann", [], ["sysop"]), rename(2, 15, nil, nil),
        rights(3, 20, "Ann", ["sysop"], []),
      ], ["Ann ..20-20", "Ann 10-15.."]
    ),
    (
      "a removal in the log of another site",
      [rights(9, 10, "Ann", [], ["sysop"]), rights(1, 20, "Ann", ["sysop"], [], isCentral: true)],
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
    #expect(Self.tenures(rows, since: 20) == ["Ann ..40-40", "Bob 30-"])
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
    #expect(told.filter { !$0.hasSuffix("-") && !$0.contains("..") }.allSatisfy(whole.contains))
    #expect(told.count >= 3)
  }
}
