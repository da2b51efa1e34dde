package import FoundationEssentials
import Networks
package import Roster
package import Transport

/// The order of a group's members, by name.
package enum NameOrder: String, Hashable, Sendable {
  case ascending, descending
}

/// A log of a wiki, by the value of `letype`.
package enum WikiLog: String, Hashable, Sendable, CaseIterable {
  case rights
  case renames = "renameuser"
}

extension WikiEndpoint {
  /// The maximum number of rows on one page for readers without special rights.
  package static let pageSize = 500
  /// The maximum number of languages and special wikis on one page of the site matrix.
  package static let matrixSize = 5_000

  /// What the wiki is: its name in the farm, its groups with their sizes, and the newest row of its log of rights.
  package func info() -> Request<WikiInfo> {
    siteInfo(besides: [
      ("list", "logevents"), ("letype", WikiLog.rights.rawValue), ("lelimit", "1"),
      ("leprop", "ids"),
    ]) { $0 }
  }

  /// An empty page of members, proven by the groups that the wiki lists.
  ///
  /// - Parameter group: A group that ``info()`` did not list.
  func noMembers(of group: String) -> Request<Page<Moderator>> {
    siteInfo { info in
      guard !info.groups.contains(where: { $0.name == group }) else {
        throw UnusableAnswer("the wiki has the group \(group) again")
      }
      return Page(items: [], next: nil, total: 0)
    }
  }

  private func siteInfo<Payload>(
    besides others: [(name: String, value: String)] = [],
    _ read: @escaping @Sendable (WikiInfo) throws -> Payload
  ) -> Request<Payload> {
    let query =
      [
        (name: "action", value: "query"), ("meta", "siteinfo"),
        ("siprop", "general|usergroups"), ("sinumberingroup", "1"),
      ] + others
    return request(query, method: "siteinfo", most: Bounds.groups) {
      (body: InfoObject, _) in
      try read(body.query.info(of: address))
    }
  }

  /// One page of a group's members.
  ///
  /// - Parameters:
  ///   - group: A group that ``info()`` lists: where a wiki does not know the group, it lists all
  ///     its users.
  ///   - from: Where ``Page/next`` of the page before says that this one begins; nil for the first page.
  ///   - limit: 1 to ``pageSize``.
  ///   - total: The size of the group, ``WikiGroup/size``, which no page repeats.
  ///   - articles: The pattern of page addresses, ``WikiInfo/articleAddress``.
  ///   - withAccounts: Whether the wiki's central accounts are those of its network. Farms count theirs apart.
  package func members(
    of group: String, from token: Continuation? = nil, limit: Int = Self.pageSize,
    order: NameOrder = .ascending, total: Int? = nil, articles: String? = nil,
    withAccounts: Bool = true
  ) -> Request<Page<Moderator>> {
    let query = [
      (name: "action", value: "query"), ("list", "allusers"), ("augroup", group),
      ("aulimit", "\(limit)"), ("audir", order.rawValue),
      ("auprop", "groups|registration" + (withAccounts ? "|centralids" : "")),
    ]
    return request(query, from: token, method: "allusers", most: limit) {
      (body: UsersObject, next) in
      try body.page(of: group, total: total, articles: articles, next: next)
    }
  }

  /// One page of the wikis of a farm, without the private ones.
  ///
  /// - Parameter limit: 1 to ``matrixSize`` languages.
  package func siteMatrix(
    from token: Continuation? = nil, limit: Int = Self.matrixSize
  ) -> Request<Page<Site>> {
    let query = [
      (name: "action", value: "sitematrix"), ("smlimit", "\(limit)"),
      ("smlangprop", "code|name|site"), ("smsiteprop", "url|dbname|code|sitename"),
    ]
    return request(query, from: token, method: "sitematrix", most: Bounds.wikis) {
      (body: MatrixObject, next) in
      try body.page(isFirst: token == nil, next: next)
    }
  }

  /// One page of a log.
  ///
  /// - Parameters:
  ///   - start: The first moment that is wanted, in the order of the log.
  ///   - limit: 1 to ``pageSize``.
  package func log(
    _ log: WikiLog, since start: Date? = nil, from token: Continuation? = nil,
    limit: Int = Self.pageSize, order: LogOrder = .oldestFirst
  ) -> Request<Page<LogEntry>> {
    let query =
      [
        (name: "action", value: "query"), ("list", "logevents"), ("letype", log.rawValue),
        ("leprop", "ids|title|type|timestamp|details"), ("lelimit", "\(limit)"),
        ("ledir", order == .oldestFirst ? "newer" : "older"),
      ] + (start.map { [("lestart", $0.rfc3339)] } ?? [])
    return request(query, from: token, method: "logevents", most: limit) {
      (body: LogObject, next) in
      try body.page(of: log, order: order, next: next)
    }
  }

  /// A request to this wiki. The members of the token come after the question's own parameters.
  private func request<Body: Decodable & SendableMetatype, Payload>(
    _ question: [(name: String, value: String)], from token: Continuation? = nil, method: String,
    most: Int, read: @escaping @Sendable (Body, Continuation?) throws -> Payload
  ) -> Request<Payload> {
    let base = question + Self.form
    let more = (token?.members ?? [:]).sorted { $0.key < $1.key }
      .filter { member in !base.contains { $0.name == member.key } }
      .map { (name: $0.key, value: $0.value) }
    let label = RequestQuery.text(base + more)
    var request = Request<Payload>(
      label: "\(address.siteID)?\(label)", url: "\(address)?\(label)", method: method,
      throttleKey: throttleKey, headers: headers
    ) { [namesOperator] response in
      response.wikiAnswer(most: most, asking: base, namesOperator: namesOperator, read)
    }
    request.subject = address.siteID
    return request
  }

  /// How every answer is to be written, and from which lag of the databases on none is wanted.
  private static let form = [
    (name: "format", value: "json"), ("formatversion", "2"), ("errorformat", "plaintext"),
    ("maxlag", "5"),
  ]
}
