import Networks
import Tables

extension [ProbeFinding] {
  /// The findings as a JSON array, the form that an archive stores.
  var json: String { JSONValue.array(map(\.document)).line }
}

extension ProbeFinding {
  fileprivate var document: JSONValue {
    .object([
      ("assumption", .text(assumption)), ("expected", .text(expected)), ("name", .text(name)),
      ("result", .text(result.rawValue)), ("seen", .text(seen)),
    ])
  }
}
