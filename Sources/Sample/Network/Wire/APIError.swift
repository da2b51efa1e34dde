/// An error of the API: HTTP 400 and a body with details, whatever the filter.
struct APIError: Error, Hashable, Sendable {
  var id: Int
  var name: String
  var message: String

  static func badParameter(_ message: String) -> APIError {
    APIError(id: 400, name: "bad_parameter", message: message)
  }

  static func noSite(_ name: String) -> APIError {
    badParameter("No site found for name `\(name)`")
  }

  static let unknownKey = badParameter("`key` doesn't match a known application")
  /// The API announced this error for June 2026 without wording or id; these are invented.
  static let keyInQuery = badParameter(
    "`key` is no longer accepted as a query parameter; send it as `Authorization: Bearer {key}`")
  static let pageNeedsKey = APIError(
    id: 403, name: "access_denied", message: "page above 25 requires access token or app key")
  static let noMethod = APIError(
    id: 404, name: "no_method", message: "no method found with this name")
  static let internalError = APIError(
    id: 500, name: "internal_error", message: "internal server error")
  static let unavailable = APIError(
    id: 503, name: "temporarily_unavailable", message: "this method is temporarily unavailable")
  static let backoffViolation = throttled("Violation of backoff parameter")

  static func lockedOut(seconds: Int) -> APIError {
    throttled("too many requests from this IP, more requests available in \(seconds) seconds")
  }

  private static func throttled(_ message: String) -> APIError {
    APIError(id: 502, name: "throttle_violation", message: message)
  }

  /// The error that `/errors/{id}` simulates; nil for an unknown id.
  static func simulated(_ id: Int?) -> APIError? {
    let names = [
      400: "bad_parameter", 401: "access_token_required", 402: "invalid_access_token",
      403: "access_denied", 404: "no_method", 405: "key_required", 406: "access_token_compromised",
      407: "write_failed", 409: "duplicate_request", 500: "internal_error",
      502: "throttle_violation", 503: "temporarily_unavailable",
    ]
    guard let id, let name = names[id] else { return nil }
    return APIError(id: id, name: name, message: "simulated")
  }

  var json: [UInt8] {
    var writer = WireWriter()
    writer.object { writer in
      writer.field("error_id", id)
      writer.field("error_message", message)
      writer.field("error_name", name)
    }
    return writer.bytes
  }
}
