import Roster
import Tables
import Testing

struct RecordTests {
  @Test func aCellIsReadByItsColumn() {
    var row = Row(repeating: .null, count: View.walks.columns.count)
    let cells: [(String, Cell)] = [
      ("id", .integer(7)), ("network", .text("net")), ("site", .text("math")),
      ("verdict", .text("unproven")), ("reasons", .text("")), ("total", .text("9")),
    ]
    for (place, name) in View.walks.columnNames.enumerated() {
      row[place] = cells.first { $0.0 == name }?.1 ?? .null
    }
    let walk = Record<WalkColumn>(row)
    #expect(walk[.id] == "7")
    #expect(walk.number(.id) == 7)
    #expect(walk.site == SiteRef("net", "math"))
    #expect(walk.verdict == .unproven)
    #expect(walk[.reasons] == nil, "An empty text says nothing.")
    #expect(walk.number(.total) == nil, "A text is no number.")
    #expect(walk[.finishedAt] == nil)
  }

  @Test func onlyFormerModeratorsHaveLeft() {
    #expect(
      View.moderators.columns + [ModeratorColumn.leftAt.column] == View.formerModerators.columns)
  }

  /// In a row of another view there may be no such cell: that is a mistake of the program.
  @Test func aCellThatTheRowDoesNotHaveFailsATest() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<ModeratorColumn>(Row(repeating: .null, count: 19))[.leftAt]
    }
  }
}
