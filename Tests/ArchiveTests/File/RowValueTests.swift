import GRDB
import Testing

@testable import Archive

struct RowValueTests {
  /// GRDB reads such a column as NULL.
  @Test func aColumnThatTheStatementDoesNotHaveIsAnError() throws {
    try DatabaseQueue().read { database in
      let row = try #require(try GRDB.Row.fetchOne(database, sql: "SELECT 1 AS one, NULL AS none"))
      #expect(try row.value("one") == 1)
      #expect(try row.value("none") == nil as Int?)
      #expect(throws: RowDecodingError.self) { try row.value("two") as Int? }
      #expect(throws: RowDecodingError.self) { try row.value("two") as Int }
      #expect(throws: RowDecodingError.self) { try row.date("two") }
      #expect(throws: RowDecodingError.self) { try row.value("none") as Int }
    }
  }
}
