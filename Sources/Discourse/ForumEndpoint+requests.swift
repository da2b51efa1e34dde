import Networks
package import Roster
package import Transport

/// The order of a group's members. The time at which somebody was added does not change during a
/// walk, unlike the last visit, and does not depend on who owns the group.
package enum MemberOrder: Hashable, Sendable {
  /// Who was added first comes first, so that who joins during a walk moves nobody.
  case oldestFirst
  case newestFirst
}

extension ForumEndpoint {
  /// The maximum number of members on one page: the forum refuses more.
  package static let pageSize = 1_000

  /// `/about.json`: the staff as the forum publishes it, for readers without a login too.
  package func about() -> Request<PublishedStaff> {
    request("about.json", [], method: "about", most: Bounds.staff) { (body: AboutObject) in
      try body.staff(of: self)
    }
  }

  /// One page of `/groups.json`: the automatic groups, among which those of ``ForumRole`` are found
  /// by their ids. Readers who are no staff get the moderators' group at the most.
  ///
  /// - Parameters:
  ///   - page: From 0. The forum decides how many groups it has.
  ///   - seen: The number of groups on the pages before.
  package func groups(page: Int = 0, seen: Int = 0) -> Request<Page<ForumGroup>> {
    let query = [
      (name: "type", value: "automatic"), ("order", "name"), ("asc", "true"), ("page", "\(page)"),
    ]
    return request("groups.json", query, method: "groups", most: Bounds.groups) {
      (body: GroupsObject) in
      body.page(page, seen: seen)
    }
  }

  /// One page of a group's members.
  ///
  /// - Parameters:
  ///   - group: The group's name in the forum's language, from ``groups(page:seen:)``.
  ///   - offset: 0 or more.
  ///   - limit: 1 to ``pageSize``.
  package func members(
    of group: String, offset: Int = 0, limit: Int = Self.pageSize,
    order: MemberOrder = .oldestFirst
  ) -> Request<Page<Moderator>> {
    // The forum takes any value of `asc`, even `false`, for ascending.
    let query =
      [(name: "limit", value: "\(limit)"), ("offset", "\(offset)"), ("order", "added_at")]
      + (order == .oldestFirst ? [("asc", "true")] : [])
    let path = "groups/\(RequestQuery.encoded(group))/members.json"
    return request(path, query, method: "groups/members", most: limit) { (body: MembersObject) in
      try body.page(of: self, offset: offset, limit: limit)
    }
  }

  /// `/site/basic-info.json`, which needs no login.
  package func info() -> Request<ForumInfo> {
    request("site/basic-info.json", [], method: "site", most: 0) { (body: InfoObject) in
      ForumInfo(title: body.title, locale: body.locale, requiresLogin: body.requiresLogin)
    }
  }

  /// A request to this forum, with the credential where there is one. Its secret is removed from
  /// answers.
  private func request<Body: Decodable & SendableMetatype, Payload>(
    _ path: String, _ query: [(name: String, value: String)], method: String, most: Int,
    read: @escaping @Sendable (Body) throws -> Payload
  ) -> Request<Payload> {
    let label = RequestQuery.label(path, query)
    var request = Request<Payload>(
      label: "\(address.siteID)/\(label)", url: "\(address)/\(label)", method: method,
      throttleKey: throttleKey,
      headers: RequestHeaders(credential?.headers ?? [:])
    ) { response in
      let answer = response.forumAnswer(most: most, isKeyed: credential != nil, read)
      return credential?.key.hidden(in: answer, head: response.head) ?? answer
    }
    request.subject = address.siteID
    return request
  }
}
