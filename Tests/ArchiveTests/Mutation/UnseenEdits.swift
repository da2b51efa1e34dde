import Foundation
import TestKit

/// The edits that `verify` does not notice, according to the manual.
enum UnseenEdits {
  /// The places in the table under "What verify cannot see".
  static func inManual() throws -> Set<Edit.Place> {
    let manual = projectFolder.appending(
      path: "Sources/ModExportCommands/ModExport.docc/Completeness.md")
    let text = try String(contentsOf: manual, encoding: .utf8)
    let section = text.components(separatedBy: "## What verify cannot see").dropFirst().first ?? ""
    let lines = (section.components(separatedBy: "\n## ").first ?? "")
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
    return Set(lines.flatMap { places(String($0)) })
  }

  /// `| `table` | `column`, removed rows | the reason |`
  private static func places(_ line: String) -> [Edit.Place] {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3 else { return [] }
    let tables = names(cells[0])
    return tables.flatMap { table in
      names(cells[1]).map { part in
        switch part {
        case "removed rows": Edit.Place(table: table, part: .removedRow)
        case "added rows": Edit.Place(table: table, part: .addedRow)
        case "anything": Edit.Place(table: table, part: .anything)
        default: Edit.Place(table: table, part: .column(part))
        }
      }
    }
  }

  private static func names(_ cell: String) -> [String] {
    cell.split(separator: ",").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
  }
}
