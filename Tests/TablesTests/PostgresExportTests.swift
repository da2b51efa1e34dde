import Roster
import Tables
import TestKit
import Testing

struct PostgresExportTests {
  private struct Source: ExportSource {
    let generator = "modexport 0.0.0"
    let identity = "0b4e9a7c-2f7e-4d0c-9d1c-5f3f1c5f8a11"
    let latestRun = 7

    func forEachRow(of view: View, _ body: (Row) throws -> Void) throws {
      try body(view.columns.map { $0.type == .integer ? 1 : "2026-11-20T03:00:00Z" })
    }
  }

  private func stream() throws -> String {
    let sink = CollectingSink()
    try PostgresExport(source: Source()).write(to: sink)
    return sink.text
  }

  @Test func everyColumnHasItsTypeAndItsMeaning() throws {
    let text = try stream()
    for view in View.allCases {
      for column in view.columns {
        let quoted = column.description.split(separator: "'", omittingEmptySubsequences: false)
          .joined(separator: "''")
        #expect(
          text.contains(
            "COMMENT ON COLUMN modexport_next.\"\(view.name)\".\"\(column.name)\" IS '\(quoted)';\n"
          ))
      }
    }
    #expect(text.contains("\"read_at\" timestamptz,\n"))
    #expect(text.contains("\"gap_seconds\" bigint,\n"))
    #expect(!text.contains("SEQUENCE") && !text.contains("SERIAL"))
  }

  @Test func keysBeginWithNetworkAndSite() throws {
    let keys = View.allCases.compactMap(\.identifyingColumns)
    for key in keys where key.contains("site") { #expect(key.prefix(2) == ["network", "site"]) }
    let text = try stream()
    #expect(text.split(separator: "ADD PRIMARY KEY").count == keys.count + 1)
    #expect(text.hasSuffix("COMMIT;\n") && text.contains("\nBEGIN;\n"))
  }
}
