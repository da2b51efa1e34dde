import Archive
import FoundationEssentials
import Roster
import Tables

extension DifferingRows {
  /// What JSON documents have of them.
  var fields: [(String, JSONValue)] {
    [("differing", .integer(count)), ("differing_rows", .array(first.map(\.document)))]
  }

  /// The most rows that are printed.
  private static let mostPrinted = 5

  /// Prints the first of them, and how many more there are; nothing without any.
  ///
  /// - Throws: `StreamFailure`.
  func print(in context: CommandContext) throws {
    for row in first.prefix(Self.mostPrinted) {
      try context.results.write(VisibleText.sanitized(row.sentence) + "\n")
    }
    if count > Self.mostPrinted {
      let more = count - Self.mostPrinted
      try context.results.write("\(more.counted("more row differs", "more rows differ")).\n")
    }
  }
}

extension DifferingRows.Row {
  /// Such as "Row 3 of the log rights of math: the wiki says …, which counts; a dump says …."
  fileprivate var sentence: String {
    let sides = [counting, other].map {
      "\($0.source == .log ? "the wiki" : "a dump") says \($0.words)"
    }
    return
      "Row \(counting.entry.id) of the log \(log) of \(site ?? network): \(sides[0]), which counts; \(sides[1])."
  }

  fileprivate var document: JSONValue {
    .object(
      [
        ("network", .text(network)), ("site", .cell(Cell(site))), ("log", .text(log)),
        ("id", .integer(counting.entry.id)),
      ] + counting.fields.map { ($0, $1) } + other.fields.map { ("other_\($0)", $1) })
  }
}

extension DifferingRows.Said {
  fileprivate var fields: [(String, JSONValue)] {
    let parts = parts
    return [
      ("source", .text(source.rawValue)), ("at", .cell(Cell(entry.time))),
      ("kind", .text(parts.kind)), ("about", .cell(Cell(about))), ("name", .cell(Cell(parts.name))),
      ("new_name", .cell(Cell(parts.newName))), ("roles_before", .cell(Cell(parts.before))),
      ("roles_after", .cell(Cell(parts.after))),
    ]
  }

  fileprivate var words: String {
    let parts = parts
    let name = parts.name ?? "a hidden name"
    let what =
      parts.kind == "rename"
      ? "\(name) became \(parts.newName ?? "a hidden name")"
      : "\(name) had \(Self.list(parts.before)) and then \(Self.list(parts.after))"
    return "that on \(entry.time.rfc3339) \(what)"
  }

  private static func list(_ roles: String?) -> String {
    roles.map { $0.unlessEmpty ?? "no role" } ?? "unknown roles"
  }

  private var parts:
    (kind: String, name: String?, newName: String?, before: String?, after: String?)
  {
    switch entry.content {
    case .rename(let rename): ("rename", rename.oldName, rename.newName, nil, nil)
    case .rights(let change):
      ("rights", change.name, nil, change.before?.words, change.after?.words)
    }
  }
}

extension [RightsChange.Membership] {
  /// Such as "admin, sysop until 2015-01-01T00:00:00Z".
  fileprivate var words: String {
    map { $0.role.rawValue + ($0.expiry.map { " until \($0.rfc3339)" } ?? "") }
      .joined(separator: ", ")
  }
}
