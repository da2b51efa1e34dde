package import Transport

extension RawResponse {
  /// The type of the body in lowercase without parameters, such as `application/json`; empty
  /// without one.
  package var mediaType: String {
    (headers["content-type"] ?? "").prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
  }
}
