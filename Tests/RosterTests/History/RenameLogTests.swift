import Foundation
import Roster
import Testing

/// What an account was called by a log of renames.
struct RenameLogTests {
  private func log(_ rows: [(Int, String?, String?)]) -> RenameLog {
    RenameLog(
      rows.enumerated().map { id, row in
        LogEntry(
          id: id, time: at(row.0), .rename(UserRename(oldName: row.1, newName: row.2)))
      })
  }

  private func at(_ time: Int) -> Date { Date(unixSeconds: time * 10_000) }

  private func period(_ name: String, _ first: Int, _ last: Int) -> NamePeriod {
    NamePeriod(name: name, firstSeen: at(first), lastSeen: at(last))
  }

  @Test func anAccountIsFollowedInBothDirections() {
    let log = log([(5, "B", "C"), (2, "A", "B"), (3, "X", "Y")])
    let after = log.names(after: "A", from: at(1), until: at(9))
    #expect(after.map(\.name) == ["B", "C"] && after.map(\.since) == [at(2), at(5)])
    #expect(log.names(after: "A", from: at(1), until: at(5)).map(\.name) == ["B"])
    let before = log.names(before: "C", at: at(9))
    #expect(before.map(\.name) == ["B", "A"] && before.map(\.until) == [at(5), at(2)])
    #expect(log.names(before: "B", at: at(1)).isEmpty)
  }

  /// A name that was taken or given up unseen is that of another account from then on.
  @Test(
    arguments: [
      [(2, "X", "A"), (3, "A", "B")], [(2, nil, "X"), (3, "A", "B")],
      [(2, "A", nil), (3, "A", "B")],
    ] as [[(Int, String?, String?)]])
  func whatCanBeAnotherAccountIsNotFollowed(rows: [(Int, String?, String?)]) {
    #expect(log(rows).names(after: "A", from: at(1), until: at(9)).isEmpty)
    let mirrored = rows.map { row in
      row.1 == nil ? (10 - row.0, nil, row.2) : (10 - row.0, row.2, row.1)
    }
    #expect(log(mirrored).names(before: "A", at: at(9)).isEmpty)
  }

  @Test func namesBeforeAndBetweenReadingsAreAdded() {
    let log = log([(1, "Z", "A"), (5, "A", "B"), (6, "B", "C")])
    let names = log.completing([period("A", 3, 4), period("C", 8, 9), period("D", 10, 11)])
    #expect(
      names == [
        period("Z", 1, 1), period("A", 1, 5), period("B", 5, 6), period("C", 6, 9),
        period("D", 10, 11),
      ])
    let other = [period("A", 3, 4), period("D", 8, 9)]
    #expect(log.completing(other) == [period("Z", 1, 1), period("A", 1, 4), period("D", 8, 9)])
  }
}
