/// A refusal of a forum.
struct ForumError: Error, Sendable {
  var status: Int
  var type: String?
  var message: String
  /// Seconds to wait, for limits.
  var wait: Int?

  static let notFound = ForumError(
    status: 404, type: "not_found", message: "The requested URL or resource could not be found.")
  static let invalidAccess = ForumError(
    status: 403, type: "invalid_access",
    message: "You are not permitted to view the requested resource.")
  static let invalidKey = ForumError(
    status: 403, type: "invalid_access",
    message: "You are not permitted to view the requested resource. "
      + "The API username or key is invalid.")
  static let notLoggedIn = ForumError(
    status: 403, type: "not_logged_in", message: "You need to be logged in to do that.")
  static let readOnly = ForumError(
    status: 503, type: "read_only", message: "The site is in read only mode. Try again later.")

  static func invalid(_ parameter: String) -> ForumError {
    ForumError(
      status: 400, type: "invalid_parameters",
      message: "You supplied invalid parameters to the request: \(parameter)")
  }

  static func slowDown(seconds: Int) -> ForumError {
    ForumError(
      status: 429, type: "rate_limit",
      message: "You’ve performed this action too many times, please try again later.",
      wait: seconds)
  }

  var response: SampleResponse {
    let extras = wait.map { wait -> WireJSON in
      .object(["wait_seconds": .number(wait), "time_left": "\(wait) seconds"])
    }
    let body: WireJSON = .object([
      "errors": .list([.text(message)]), "error_type": type.map { .text($0) }, "extras": extras,
    ])
    var response = SampleResponse.json(body.bytes, status: status)
    response.retryAfter = wait
    return response
  }
}
