import Roster

/// The query of a URL.
package enum RequestQuery {
  /// `a=1&b=x%20y`, in the order of the pairs; empty without pairs.
  package static func text(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
  }

  /// A path with its query; the path alone without pairs.
  package static func label(_ path: String, _ pairs: [(name: String, value: String)]) -> String {
    pairs.isEmpty ? path : "\(path)?\(text(pairs))"
  }

  /// A value with everything but letters, digits, `-`, `_`, `.` and `~` percent-encoded, for a query
  /// or for one part of a path.
  package static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text) {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "~")
    }
  }
}
