import Networks
import Tables

extension [ProbeFinding] {
  /// The form in which an archive keeps them: a JSON array.
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
