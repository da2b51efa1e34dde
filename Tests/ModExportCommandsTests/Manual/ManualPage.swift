import Foundation
import TestKit

/// A page of the DocC catalogue.
struct ManualPage {
  let text: String

  init(_ name: String) throws {
    text = try String(
      contentsOf: projectFolder.appending(
        path: "Sources/ModExportCommands/ModExport.docc/\(name).md"), encoding: .utf8)
  }

  /// The cells of the rows of the table whose header begins so, without spaces around them.
  ///
  /// - Throws: ``NoTable`` where there is none, so that a test cannot pass on an empty table.
  func table(headed header: String) throws -> [[String]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix(header) }) else {
      throw NoTable(header: header)
    }
    return lines[start...].dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What stands between backticks in a text, in order.
  static func codes(in text: String) -> [String] {
    text.matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  struct NoTable: Error {
    var header: String
  }
}
