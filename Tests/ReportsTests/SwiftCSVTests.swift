import Foundation
import Reports
import Roster
import SwiftCSV
import TestKit
import Testing

/// The tables of a report, read by SwiftCSV.
struct SwiftCSVTests {
  @Test(arguments: ["small", "hostile"])
  func swiftCSVGivesTheViewsBack(name: String) throws {
    let source = name == "small" ? SampleSource.small : .hostile(Self.readable)
    try withTemporaryFolder { folder in
      _ = try ReportWriter(source: source).write(to: folder + "/report")
      for view in View.allCases {
        let path = "\(folder)/report/csv/\(view.name).csv"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let table = try EnumeratedCSV(string: text, delimiter: .comma)
        #expect(table.header == view.columnNames)
        let rows = (source.rows[view] ?? []).map { $0.map(\.description) }
        #expect(table.rows.map { $0.map(\.bytes) } == rows.map { $0.map(\.bytes) }, "\(view)")
      }
    }
  }

  /// SwiftCSV goes by characters as people see them, so a comma or quotation mark that a mark of the
  /// value combines with is none to it. Few values are like that.
  private static let readable = hostileValues.filter { value in
    let quoted = "\"" + value.replacing("\"", with: "\"\"") + "\","
    return !"\(quoted),\(value),".contains { character in
      let scalars = character.unicodeScalars
      return scalars.count > 1 && (scalars.contains(",") || scalars.contains("\""))
    }
  }

  @Test func nearlyAllHostileValuesAreReadable() {
    #expect(Self.readable.count > hostileValues.count * 9 / 10)
    #expect(Self.readable.count >= 200)
  }
}

extension String {
  /// What is compared: texts that are equal for readers may still differ.
  fileprivate var bytes: [UInt8] { Array(utf8) }
}
