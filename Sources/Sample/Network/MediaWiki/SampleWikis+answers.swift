import Roster

extension SampleWikis {
  /// One call of `api.php`.
  struct Call {
    var wiki: SampleWiki
    var parameters: [String: String]
    var style: WikiStyle
    /// The address of the server, as the client wrote it.
    var root: String
    var warnings = WikiWarnings()

    /// The values of a parameter, which are separated by `|`.
    func list(_ name: String) -> [String] {
      (parameters[name] ?? "").split(separator: "|").map { String($0) }
    }

    /// The number of rows that the call asks for.
    ///
    /// - Throws: For what is no number above zero. More than the maximum is a warning.
    mutating func limit(_ name: String, most: Int) throws(WikiError) -> Int {
      guard let text = parameters[name] else { return 10 }
      if text == "max" { return most }
      guard let number = Int(text), number > 0 else { throw .badInteger(name, text) }
      if number > most {
        warnings.add("outofrange", "main", "\"\(name)\" may not be over \(most).")
      }
      return min(number, most)
    }
  }

  /// The answer of the wiki that the path names; nil for an unknown one.
  func answer(_ request: SampleRequest) -> SampleResponse? {
    let parts = request.path.split(separator: "/")
    guard [["api.php"], ["w", "api.php"]].contains(parts.dropFirst()),
      let wiki = parts.first.flatMap({ wiki(String($0)) })
    else { return nil }
    let style = WikiStyle(request.parameters)
    var call = Call(
      wiki: wiki, parameters: request.parameters, style: style,
      root: "http://\(request.headers["host"] ?? "wiki.example")")
    do {
      return .json(try answer(&call).bytes)
    } catch {
      return error.response(style)
    }
  }

  private func answer(_ call: inout Call) throws(WikiError) -> WireJSON {
    if call.parameters["maxlag"] != nil, strikes(.maxlag) { throw .lagged }
    if strikes(.ratelimited) { throw .rateLimited }
    if strikes(.internalError) { throw .internalError }
    warnOfUnknownParameters(&call)
    var members: [(name: String, value: WireJSON)] = []
    switch call.parameters["action"] {
    case "sitematrix": members += try siteMatrix(&call)
    case "query":
      if call.wiki.isPrivate || strikes(.privateWiki) { throw .privateWiki }
      members += try query(&call)
    case let action: throw .badValue("action", action ?? "")
    }
    if let warnings = call.warnings.json(call.style) { members.append(("warnings", warnings)) }
    return .members(members)
  }

  /// Parameters that no module of the wiki has are ignored, with a warning.
  private func warnOfUnknownParameters(_ call: inout Call) {
    let unknown = call.parameters.keys.filter { !Self.parameters.contains($0) }.sorted()
    guard !unknown.isEmpty else { return }
    let names = unknown.joined(separator: ", ")
    call.warnings.add("unrecognizedparams", "main", "Unrecognized parameters: \(names).")
  }

  private static let parameters: Set<String> = [
    "action", "format", "formatversion", "errorformat", "maxlag", "continue", "meta", "list",
    "siprop", "sinumberingroup", "uiprop", "augroup", "aulimit", "audir", "aufrom", "auprop",
    "letype", "lelimit", "ledir", "lestart", "leprop", "lecontinue", "smlimit", "smlangprop",
    "smsiteprop", "smcontinue",
  ]

  private func query(
    _ call: inout Call
  ) throws(WikiError) -> [(name: String, value: WireJSON)] {
    var answer: [(name: String, value: WireJSON)] = []
    var result: [(name: String, value: WireJSON)] = []
    if let done = call.style.flag(true) { answer.append(("batchcomplete", done)) }
    if call.list("meta").contains("userinfo") {
      result.append(("userinfo", Self.reader(call.style)))
    }
    if call.list("meta").contains("siteinfo") {
      result += call.wiki.info(
        call.list("siprop"), root: call.root, style: call.style, isOld: strikes(.oldSize)
      ).map { (name: $0.0, value: $0.1) }
    }
    for module in call.list("list") {
      let page: WikiPage
      switch module {
      case "allusers": page = try allUsers(&call)
      case "logevents": page = try logEvents(&call)
      default: throw .badValue("list", module)
      }
      if let rows = page.rows { result.append((module, .list(rows))) }
      if let (name, value) = page.next {
        answer.append(
          ("continue", .members([(name, .text(value)), ("continue", "-||")])))
      }
    }
    if !result.isEmpty { answer.append(("query", .members(result))) }
    return answer
  }

  private static func reader(_ style: WikiStyle) -> WireJSON {
    .object([
      "id": 0, "anon": style.flag(true), "name": "127.0.0.1", "groups": .list(["*"]),
      "rights": .list(["read"]),
    ])
  }

  private func allUsers(_ call: inout Call) throws(WikiError) -> WikiPage {
    let limit = try call.limit("aulimit", most: 500)
    let isDescending = call.parameters["audir"] == "descending"
    let wiki = call.wiki
    var places = wiki.places(of: try groups(&call))
    if strikes(.hiddenUser), places.count > 1 { places.remove(at: 1) }
    let rest = wiki.rest(of: places, from: call.parameters["aufrom"], isDescending: isDescending)
    // The rows of this page, and the one after it.
    let users = (isDescending ? rest.suffix(limit + 1).reversed() : Array(rest.prefix(limit + 1)))
      .map { wiki.users[$0] }
    if strikes(.emptyPage), let first = users.first {
      return WikiPage(rows: nil, next: ("aufrom", first.name))
    }
    let count = strikes(.shortPage) ? max(1, limit / 2) : limit
    var next = users.dropFirst(count).first?.name
    if next != nil, strikes(.stuck) { next = users.first?.name }
    if next != nil, strikes(.rename), let first = users.first { rename(first, of: wiki) }
    var rows = Array(users.prefix(count))
    if strikes(.reversed) { rows.reverse() }
    return WikiPage(
      rows: rows.map { $0.json(call.style) }, next: next.map { ("aufrom", $0) })
  }

  /// The groups that the list is restricted to. The wiki ignores those that it does not know, with
  /// a warning; where none is left it does not restrict the list.
  private func groups(_ call: inout Call) throws(WikiError) -> Set<String> {
    let asked = call.list("augroup")
    var known = asked.filter(call.wiki.groups.map(\.name).contains)
    if !asked.isEmpty, strikes(.groupUnknown) { known = [] }
    if known.count < asked.count {
      call.warnings.add(
        "unrecognizedvalues", "query+allusers",
        "Unrecognized value for parameter \"augroup\": \(asked.joined(separator: ", "))")
    }
    if !asked.isEmpty, strikes(.groupIgnored) { known = [] }
    return Set(known)
  }
}

extension SampleWiki {
  /// The places that are left where a list goes on from a name, which belongs to it.
  ///
  /// - Parameter places: In ascending order.
  fileprivate func rest(
    of places: [Int], from name: String?, isDescending: Bool
  ) -> ArraySlice<Int> {
    guard let name else { return places[...] }
    let start = name.replacing("_", with: " ").utf8
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      let other = users[places[middle]].name.utf8
      let isBefore =
        isDescending
        ? !start.lexicographicallyPrecedes(other) : other.lexicographicallyPrecedes(start)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return isDescending ? places[..<low] : places[low...]
  }
}

/// The rows of one page of a list, and where the next one begins.
struct WikiPage {
  /// Nil where the page has no list at all.
  var rows: [WireJSON]?
  var next: (name: String, value: String)?
}
