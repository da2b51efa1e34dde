package import Roster

/// The page of a list that a request asks for.
package struct PageQuery: Sendable {
  package var position: PagePosition
  /// 1 to ``NetworkLimits/pageSize``.
  package var pageSize: Int
  /// Which reading: the second one is in the opposite order of the first.
  package var reading: Reading

  package init(at position: PagePosition, pageSize: Int, reading: Reading) {
    self.position = position
    self.pageSize = pageSize
    self.reading = reading
  }
}

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
