package import Roster
package import Transport

/// The lists of which the roster of one site consists, one for each role, as ``Network/lists(of:_:through:)``
/// found them.
package struct SiteLists: Sendable {
  /// All that a walk reads, in this order. A roster is as good as the weakest of them.
  package var rosters: [RosterList]
  /// The moderators who were elected; nil where the API does not report them.
  package var elected: RosterList?
  /// The parameters that determine the content of the pages, besides site and position. Pages that
  /// were requested with different values must not be combined into one roster.
  package var source: String
  /// The name that the site itself reports; nil where the network's list of sites has the names.
  package var siteName: String?
  /// What the site says of its lists as a whole, such as their sizes: as long as it says the same, hardly anything can
  /// have changed, and the lists need not be read. Nil where it says nothing.
  package var mark: String?
  /// What the lists leave out although the site has it, as a sentence; nil where it is nothing.
  package var warning: String?

  package init(
    _ rosters: [RosterList], elected: RosterList? = nil, source: String, siteName: String? = nil,
    mark: String? = nil, warning: String? = nil
  ) {
    self.rosters = rosters
    self.elected = elected
    self.source = source
    self.siteName = siteName
    self.mark = mark
    self.warning = warning
  }
}

/// The holders of one role at a site.
package struct RosterList: Sendable {
  package var role: Role
  package var paging: Paging
  /// One page of the list. Its rows get their role where the page is recorded. Throws as
  /// ``ClientTransport/send(_:)``.
  package let page:
    @Sendable (PageQuery, any ClientTransport) async throws -> Answer<Page<Moderator>>

  /// A list whose pages are requested one by one.
  package init(
    _ role: Role = .moderator, paging: Paging,
    request: @escaping @Sendable (PageQuery) -> Request<Page<Moderator>>
  ) {
    self.role = role
    self.paging = paging
    page = { query, transport in try await transport.send(request(query)) }
  }

  /// A list without pages that was a part of the answer that named the lists.
  package init(_ role: Role, whole page: Page<Moderator>) {
    self.role = role
    paging = .whole
    self.page = { _, _ in Answer(.good, payload: page) }
  }
}

/// What the requests for the lists of a site depend on, besides the site.
package struct ListContext: Sendable {
  /// The value of ``Network/preparation``; nil where the network has none.
  package var prepared: String?
  /// Rows of one page; nil for the network's maximum.
  package var pageSize: Int?
  /// Reads what the archive has of the published roster.
  package var known: @Sendable () throws -> KnownRoster

  package init(
    prepared: String? = nil, pageSize: Int? = nil,
    known: @escaping @Sendable () throws -> KnownRoster = { KnownRoster() }
  ) {
    self.prepared = prepared
    self.pageSize = pageSize
    self.known = known
  }
}

/// What the lists of a site must be comparable with: the published roster, or nothing.
package struct KnownRoster: Sendable {
  /// Its users by role: a list of one of the roles must not be left out while its network has it.
  package var users: [Role: Set<Int>]
  /// The ``SiteLists/source`` of its walk; nil where there is none.
  package var source: String?
  /// Under which number it has a user who is withheld; nil where nobody is.
  package var number: (@Sendable (Int) -> Int)?

  package init(users: [Role: Set<Int>] = [:], source: String? = nil) {
    self.users = users
    self.source = source
  }

  /// Whether it has a user with a role.
  package func has(_ user: Int, as role: Role) -> Bool {
    guard let users = users[role] else { return false }
    return users.contains(user) || number.map { users.contains($0(user)) } ?? false
  }
}
