/// An error of a wiki, or a refusal of the servers in front of it.
struct WikiError: Error, Sendable {
  var code: String
  var text: String
  /// Thousandths of a second that the databases lag.
  var lag: Int?
  var retryAfter: Int?

  static let privateWiki = WikiError(
    code: "readapidenied", text: "You need read permission to use this module.")
  static let internalError = WikiError(
    code: "internal_api_error_DBQueryError", text: "[8c2f] Caught exception of type DBQueryError")
  static let rateLimited = WikiError(
    code: "ratelimited",
    text: "You've exceeded your rate limit. Please wait some time and try again.",
    retryAfter: 30)
  static let lagged = WikiError(
    code: "maxlag", text: "Waiting for 10.0.0.1: 6.2 seconds lagged.", lag: 6_200, retryAfter: 5)

  static func badValue(_ name: String, _ value: String) -> WikiError {
    WikiError(code: "badvalue", text: "Unrecognized value for parameter \"\(name)\": \(value).")
  }

  static func badInteger(_ name: String, _ value: String) -> WikiError {
    WikiError(
      code: "badinteger", text: "Invalid value \"\(value)\" for integer parameter \"\(name)\".")
  }

  static func badContinue(_ value: String) -> WikiError {
    WikiError(code: "badcontinue", text: "Invalid continue param: \(value)")
  }

  func response(_ style: WikiStyle) -> SampleResponse {
    let lag = lag.map { WireJSON.thousandths($0) }
    let body: WireJSON =
      style.errorsAreListed
      ? .object([
        "errors": .list([
          .object([
            "code": .text(code), "text": .text(text),
            "data": lag.map { .object(["host": "10.0.0.1", "lag": $0, "type": "db"]) },
            "module": "main",
          ])
        ]),
        "docref": "See https://wiki.example/w/api.php for API usage.",
      ])
      : .object([
        "error": .object(["code": .text(code), "info": .text(text), "host": "x", "lag": lag])
      ])
    var response = SampleResponse.json(body.bytes)
    response.retryAfter = retryAfter
    response.more["mediawiki-api-error"] = code
    if let thousandths = self.lag { response.more["x-database-lag"] = "\(thousandths / 1_000)" }
    return response
  }
}

/// What an answer warns of: parameters and values that the wiki does not know and ignores.
struct WikiWarnings: Sendable {
  private var texts: [(code: String, module: String, text: String)] = []

  mutating func add(_ code: String, _ module: String, _ text: String) {
    texts.append((code, module, text))
  }

  /// The member `warnings` of the answer; nil without any.
  func json(_ style: WikiStyle) -> WireJSON? {
    if texts.isEmpty { return nil }
    if style.errorsAreListed {
      return .list(
        texts.map { warning in
          .object([
            "code": .text(warning.code), "text": .text(warning.text),
            "module": .text(warning.module),
          ])
        })
    }
    let modules = Set(texts.map(\.module)).sorted()
    return .members(
      modules.map { module in
        let lines = texts.filter { $0.module == module }.map(\.text).joined(separator: "\n")
        return (module, .members([(style.isNew ? "warnings" : "*", .text(lines))]))
      })
  }
}
