/// The faults that replace the whole response.
enum FaultyAnswer {
  /// The response sent instead; nil where no such fault applies.
  static func substitute(for hits: Hits) -> SampleResponse? {
    hits.faults.lazy.compactMap { substitute(for: $0) }.first
  }

  private static func substitute(for fault: SampleFault) -> SampleResponse? {
    switch fault.kind {
    case .http500: .html(page("500 - Internal server error"), status: 500)
    case .http503:
      .html(
        page("503 - Service unavailable"), status: 503,
        retryAfter: Int(fault.duration.timeInterval.rounded(.up)))
    case .http429: .html(page(edge), status: 429)
    case .http403: .html(page(edge), status: 403)
    case .html200: .html(page("Just a moment, please"), status: 200)
    case .internalError: SampleResponse.error(.internalError).packed
    case .unavailable: SampleResponse.error(.unavailable).packed
    case .redirect: redirect
    default: nil
    }
  }

  private static let edge = "There is an unusual number of requests coming from this IP address"

  private static func page(_ words: String) -> String {
    "<!DOCTYPE html>\n<html><head><title>\(words)</title></head>"
      + "<body><h1>\(words)</h1><p>Ray ID: 7d0f00000000beef</p></body></html>\n"
  }

  private static var redirect: SampleResponse {
    var response = SampleResponse.html(page("302 - Moved"), status: 302)
    response.location = "https://elsewhere.example/2.3/"
    return response
  }
}
