import Roster

extension SampleForums {
  /// The answer of the forum that the path names; nil for an unknown one.
  func answer(_ request: SampleRequest) -> SampleResponse? {
    let parts = request.path.split(separator: "/").map { String($0) }
    guard parts.count > 2, parts[0] == "forum", let forum = forum(parts[1]) else { return nil }
    let path = parts.dropFirst(2).joined(separator: "/")
    do {
      return try answer(path, of: forum, request)
    } catch {
      return error.response
    }
  }

  private func answer(
    _ path: String, of forum: SampleForum, _ request: SampleRequest
  ) throws(ForumError) -> SampleResponse {
    // Without the suffix a forum sends its page, whatever is asked for.
    guard path.hasSuffix(".json") else { return .html(Self.shell, status: 200) }
    let isClosed = strikes(.loginRequired)
    if path == "site/basic-info.json" {
      return .json(forum.info(loginRequired: isClosed).bytes)
    }
    let reader = try Reader(request)
    if reader == .anonymous, isClosed { throw .notLoggedIn }
    if reader == .anonymous, strikes(.loginRedirect) {
      var response = SampleResponse.html("", status: 302)
      response.location = "/forum/\(forum.site.id)/login"
      return response
    }
    if path == "about.json" {
      let body = forum.about(isOld: strikes(.oldAbout), dangling: strikes(.danglingID))
      return .json(body.bytes)
    }
    if path == "groups.json" {
      return .json(try groups(of: forum, request, reader).bytes)
    }
    if path == "groups/search.json" {
      guard reader != .anonymous else { throw .notLoggedIn }
      return .json(WireJSON.list(forum.groups.map { forum.row($0) }).bytes)
    }
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[0] == "groups", parts[2] == "members.json" else {
      throw .notFound
    }
    return .json(try members(of: String(parts[1]), forum, request, reader).bytes)
  }

  /// Who reads.
  private enum Reader: Hashable {
    case anonymous, user, staff

    init(_ request: SampleRequest) throws(ForumError) {
      if let key = request.headers["api-key"] {
        guard key.hasPrefix("sample"), request.headers["api-username"]?.isEmpty == false else {
          throw .invalidKey
        }
        self = .staff
      } else if let key = request.headers["user-api-key"] {
        guard key.hasPrefix("sample") else { throw .invalidKey }
        self = .user
      } else {
        self = .anonymous
      }
    }
  }

  /// Readers who are no staff do not see the automatic groups, but for the moderators' one; without
  /// a login not even that.
  private func groups(
    of forum: SampleForum, _ request: SampleRequest, _ reader: Reader
  ) throws(ForumError) -> WireJSON {
    let page = Int(request.parameters["page"] ?? "0") ?? 0
    guard page >= 0 else { throw .invalid("page") }
    let type = request.parameters["type"]
    guard [nil, "automatic", "public", "close", "my", "owner"].contains(type) else {
      throw .invalid("type")
    }
    var list = forum.groups.filter { group in
      !group.isAutomatic || reader == .staff || reader == .user && group.id == 2
    }
    if let type { list = list.filter { $0.isAutomatic == (type == "automatic") } }
    if request.parameters["order"] == "name" {
      let isAscending = request.parameters["asc"] == "true"
      list.sort { isAscending ? $0.name < $1.name : $0.name > $1.name }
    }
    let isMobile = request.headers["user-agent"]?.contains("Mobile") ?? false
    let size = isMobile ? 15 : 36
    let rows = list.dropFirst(page.multipliedReportingOverflow(by: size).partialValue).prefix(size)
    return .object([
      "groups": .list(
        rows.map { forum.row($0) }),
      "extras": .object(["type_filters": .texts(["public", "close"])]),
      "total_rows_groups": .number(list.count), "load_more_groups": "/groups?page=\(page + 1)",
    ])
  }

  private func members(
    of name: String, _ forum: SampleForum, _ request: SampleRequest, _ reader: Reader
  ) throws(ForumError) -> WireJSON {
    let group = forum.groups.first { $0.name == name.lowercased() }
    guard let group, !group.isAutomatic || reader != .anonymous, !strikes(.groupHidden) else {
      throw .notFound
    }
    if strikes(.membersHidden) { throw .invalidAccess }
    var part = try MemberPart(request)
    if strikes(.limitIgnored) { part.limit = 200 }
    if strikes(.offsetIgnored) { part.offset = 0 }
    let all = part.sorted(forum.members(of: group))
    let rows = all.dropFirst(part.offset).prefix(part.limit)
    if part.offset == 0, rows.count < all.count, strikes(.swaps) { swap(forum.site.id) }
    return .object([
      "members": .list(rows.map { $0.json(added: true) }), "owners": .list([]),
      "meta": .object([
        "total": .number(all.count + (strikes(.totalWrong) ? 1 : 0)),
        "limit": .number(part.limit), "offset": .number(part.offset),
      ]),
    ])
  }
}

/// The part of a group's members that a request asks for.
private struct MemberPart {
  var limit: Int
  var offset: Int
  var order: String?
  var isAscending: Bool

  /// - Throws: For a limit above 1,000, and for values below zero: nothing is clamped.
  init(_ request: SampleRequest) throws(ForumError) {
    let parameters = request.parameters
    guard let limit = Int(parameters["limit"] ?? "50"), (0...1_000).contains(limit) else {
      throw .invalid("limit")
    }
    self.limit = limit
    offset = Int(parameters["offset"] ?? "0") ?? 0
    guard offset >= 0 else { throw .invalid("offset") }
    order = parameters["order"]
    isAscending = parameters["asc"]?.isEmpty == false
  }

  /// The username is the last key of every order.
  func sorted(_ users: [ForumUser]) -> [ForumUser] {
    func key(_ user: ForumUser) -> Int {
      switch order {
      case "added_at": user.user.creationDate
      case "last_seen_at", "last_posted_at": user.user.lastAccessDate
      default: 0
      }
    }
    let ascending = users.sorted { (key($0), $0.username) < (key($1), $1.username) }
    return isAscending ? ascending : ascending.reversed()
  }
}
