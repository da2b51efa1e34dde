import FoundationEssentials
import Hummingbird
import NIOCore
import Roster

/// An API of a few honest sites and one, `hostile`, that answers whatever a test wants it to.
///
/// It speaks the API's wire format over real HTTP, and makes large bodies piece by piece, so that what it
/// costs is not mistaken for what its client costs.
struct HostileServer: Sendable {
  /// What the hostile site, or `/sites`, answers to one request.
  var answer: @Sendable (Asked) -> Body

  /// One request.
  struct Asked: Sendable {
    /// Such as `users/moderators`.
    var method: String
    var site: SiteID
    var page: Int
  }

  /// The answer to it.
  struct Body: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    /// The pieces of the body, made when they are sent; an endless sequence is an endless body.
    var pieces: @Sendable () -> AnySequence<String>

    init(
      status: Int = 200, headers: [String: String] = [:],
      pieces: @escaping @Sendable () -> AnySequence<String>
    ) {
      self.status = status
      self.headers = headers
      self.pieces = pieces
    }

    /// A body of one piece.
    init(_ text: String, status: Int = 200, headers: [String: String] = [:]) {
      self.init(status: status, headers: headers) { AnySequence([text]) }
    }
  }

  static let hostile: SiteID = "hostile"
  /// Moderators of an honest site.
  static let honestRoster = 1...3
  let honestSites: [SiteID] = ["alpha", "beta", "gamma"]

  /// Serves on a free port of loopback while the body runs.
  func withRunning<Result: Sendable>(
    _ body: @escaping @Sendable (_ base: String) async throws -> Result
  ) async throws -> Result {
    try await LoopbackServer<HostileContext>.withRunning { request, _ in
      respond(to: request.uri.string)
    } body: {
      try await body("\($0)/2.3")
    }
  }

  private func respond(to target: String) -> Response {
    let (path, query) = Self.parts(of: target)
    let asked = Asked(
      method: path, site: query["site"] ?? "", page: query["page"].flatMap { Int($0) } ?? 1)
    let isHonest = asked.site != Self.hostile
    let body =
      switch path {
      case "filters/create": Self.filter
      case "sites" where asked.method == "sites": sitesAnswer(asked)
      case "users/moderators" where isHonest: Self.page(Self.honestRoster.map { Self.item($0) })
      default: answer(asked)
      }
    var headers = HTTPFields()
    headers[.contentType] = "application/json; charset=utf-8"
    for (name, value) in body.headers {
      if let name = HTTPFields.Element.Name(name) { headers[name] = value }
    }
    return Response(
      status: .init(code: body.status), headers: headers,
      body: ResponseBody { writer in
        for piece in body.pieces() { try await writer.write(ByteBuffer(string: piece)) }
        try await writer.finish(nil)
      })
  }

  /// The list is the test's where it wants to answer that.
  private func sitesAnswer(_ asked: Asked) -> Body {
    let own = answer(asked)
    if own.status != 0 { return own }
    let names = honestSites + [Self.hostile]
    let items = names.map {
      """
      {"api_site_parameter":"\($0)","name":"\($0)","site_url":"https://\($0).example",
      "site_type":"main_site","site_state":"normal"}
      """
    }
    return Self.page(items)
  }

  private static func parts(of target: String) -> (path: String, query: [String: String]) {
    let halves = target.split(separator: "?", maxSplits: 1)
    let path = halves.first.map { $0.dropFirst("/2.3/".count) } ?? ""
    let pairs = (halves.dropFirst().first ?? "").split(separator: "&").map {
      $0.split(separator: "=", maxSplits: 1).map(String.init)
    }
    let query = Dictionary(
      pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first }
    )
    return (String(path), query)
  }
}

extension HostileServer {
  /// The list of sites as it should be, and what a test answers of it when it has nothing to say.
  static let unchanged = Body("", status: 0)

  private static let filter = Body(
    #"{"items":[{"filter":"abc","filter_type":"unsafe","included_fields":[]}],"has_more":false}"#)

  /// One page.
  static func page(_ items: [String], hasMore: Bool = false, total: Int? = nil) -> Body {
    Body(
      #"{"items":[\#(items.joined(separator: ","))],"has_more":\#(hasMore),"#
        + #""total":\#(total ?? items.count),"quota_max":10000,"quota_remaining":9000}"#)
  }

  /// One moderator, with whatever fields a test adds as JSON.
  static func item(_ id: Int, name: String? = nil, _ more: String = "") -> String {
    #"{"user_id":\#(id),"account_id":\#(id),"display_name":"\#(name ?? "User \(id)")"\#(more)}"#
  }

  /// A page whose items are made as they are sent.
  static func longPage(_ count: Int, item: @escaping @Sendable (Int) -> String) -> Body {
    Body {
      // A thousand at a time: the test is not to time the server.
      let items = stride(from: 1, through: count, by: 1_000).lazy.map { first in
        (first...min(first + 999, count)).reduce(into: first == 1 ? "" : ",") { text, number in
          if number > first { text += "," }
          text += item(number)
        }
      }
      return AnySequence(
        chain([#"{"items":["#], items, [#"],"has_more":false,"total":\#(count)}"#]))
    }
  }

  private static func chain(
    _ head: [String], _ middle: some Sequence<String>, _ tail: [String]
  ) -> AnySequence<String> {
    AnySequence([AnySequence(head), AnySequence(middle), AnySequence(tail)].joined())
  }
}

private struct HostileContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
