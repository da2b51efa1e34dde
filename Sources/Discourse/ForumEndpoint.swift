package import Networks
package import Roster
package import Transport

/// The address of one forum, and the credential for its requests.
package struct ForumEndpoint: Hashable, Sendable {
  /// Including the folder of a forum that is not at the root of its host.
  package let address: WebAddress
  package let credential: ForumCredential?

  package init(_ address: WebAddress, credential: ForumCredential? = nil) {
    self.address = address
    self.credential = credential
  }

  /// The `network` of every forum.
  package static let network: NetworkID = "discourse"

  /// The forum's name in an archive: its address without the scheme. No id is the same on several
  /// forums.
  package var site: SiteRef { SiteRef(Self.network, address.siteID) }

  /// The name under which waits are stored: they belong to a forum and a key.
  package var throttleKey: String { Self.throttleKey(of: address.siteID, credential: credential) }

  /// The name under which the waits of a forum are stored.
  static func throttleKey(of site: SiteID, credential: ForumCredential?) -> String {
    "\(site)#\(credential?.key.fingerprint ?? "keyless")"
  }

  /// The address of a user's profile.
  func profile(of username: String) -> String {
    "\(address)/u/\(RequestQuery.encoded(username))"
  }

  /// The address of a picture of that many pixels, from a template such as
  /// `/user_avatar/host/name/{size}/1_2.png`, which is relative to the host.
  func picture(_ template: String, pixels: Int = 240) -> String {
    let path = template.replacing("{size}", with: "\(pixels)")
    if path.hasPrefix("//") { return "\(address.scheme):\(path)" }
    return path.hasPrefix("/") ? address.origin + path : path
  }
}

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
    request("site/basic-info.json", [], method: "site", most: 0) { (body: ForumInfo) in body }
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

/// How a reader of a forum identifies: with an administrator's key in the name of a user, or with a
/// user's own key.
package struct ForumCredential: Hashable, Sendable {
  /// The part that is secret.
  let key: APIKey
  /// The user in whose name the key reads; nil for a user's own key.
  let username: String?

  /// The credential of a key as a key file holds it: `NAME:KEY` for an administrator's key that
  /// reads as the user NAME, and `KEY` alone for a user's own key. No name and no key has a colon.
  package init(_ key: APIKey) {
    let parts = key.secret.split(separator: ":", maxSplits: 1)
    if parts.count == 2 {
      username = String(parts[0])
      self.key = APIKey(String(parts[1]), origin: key.origin)
    } else {
      username = nil
      self.key = key
    }
  }

  /// The headers of each request.
  var headers: [String: String] {
    guard let username else { return ["User-Api-Key": key.secret] }
    return ["Api-Key": key.secret, "Api-Username": username]
  }
}
