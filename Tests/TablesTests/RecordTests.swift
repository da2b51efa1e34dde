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

  /// Cases and columns stand in two lists, which must agree.
  @Test func aColumnIsCalledLikeItsCase() {
    expectNames(SiteColumn.self)
    expectNames(ModeratorColumn.self)
    expectNames(TenureColumn.self)
    expectNames(ObservationColumn.self)
    expectNames(PersonColumn.self)
    expectNames(ChangeColumn.self)
    expectNames(WalkColumn.self)
    expectNames(PageColumn.self)
    expectNames(RunColumn.self)
    expectNames(DifferenceColumn.self)
  }

  private func expectNames<Column: ViewColumn>(_ columns: Column.Type) {
    let cases = Column.allCases.map { column in
      "\(column)".replacing("ID", with: "_id").replacing("URL", with: "_url")
        .replacing(/[A-Z]/) { "_\($0.output.lowercased())" }
    }
    #expect(Column.columns.map(\.name) == cases)
  }

  /// In a row of another view there may be no such cell: that is a mistake of the program.
  @Test func aCellThatTheRowDoesNotHaveFailsATest() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<ModeratorColumn>(Row(repeating: .null, count: 19))[.leftAt]
    }
  }
}
