package import Networks
package import Roster
package import Transport

/// Forums, each at an address of its own.
///
/// Without a key, a forum shows its staff in `/about.json` only, whole and without proof. With a key
/// that sees the groups of moderators and admins, their members are read in pages with a total.
package struct DiscourseNetwork: Network {
  private let credentials: [SiteID: ForumCredential]
  private let unusable: [SiteID: String]

  /// - Parameters:
  ///   - keys: The API keys by the ids of forums: see ``ForumCredential/init(_:)``.
  ///   - unusable: What is wrong with the keys of other forums, which are not read without them.
  package init(keys: [SiteID: APIKey] = [:], unusable: [SiteID: String] = [:]) {
    credentials = keys.mapValues { ForumCredential($0) }
    self.unusable = unusable
  }

  package static let id: NetworkID = ForumEndpoint.network
  /// Every forum has an admin. The order of pages can be reversed, and a total counts who is listed.
  package static let rules = ProofRules(
    [.offset, .whole], total: .exact, allowsEmptyRoster: false,
    neverEmpty: [ForumRole.admin.role])

  package var id: NetworkID { Self.id }
  package var rules: ProofRules { Self.rules }

  /// One request after the other, and one a second: forums count the requests of an address, also
  /// those that they refuse.
  package var limits: NetworkLimits {
    NetworkLimits(
      pageSize: ForumEndpoint.pageSize, mostPages: 50, politeRate: 1, politeConcurrency: 1)
  }

  /// Forums share nothing. The key for no site is one that no request has.
  package func throttleKey(for site: SiteRef?) -> String {
    guard let site else { return id }
    return ForumEndpoint.throttleKey(of: site.id, credential: credentials[site.id])
  }

  /// The forum at an address with a scheme or a host with a dot, such as `forum.example.org`.
  package func site(at address: String) -> Site? {
    guard let base = (try? WebAddress(address))?.withoutQuery,
      address.contains("://") || base.host.contains("."), !base.path.hasSuffix(".php")
    else { return nil }
    return Site(SiteRef(id, base.siteID), name: base.siteID, url: base.description)
  }

  /// Asks in the folder that is named, and in the one that it is a page of.
  package func address(
    askedAt address: WebAddress, through transport: any ClientTransport
  ) async throws -> WebAddress? {
    guard !address.path.hasSuffix(".php") else { return nil }
    var folders = [address.path]
    let root = ForumPages.root(ofPath: address.path)
    if root != address.path { folders.append(root) }
    for folder in folders {
      let forum = ForumEndpoint(address.replacing(path: folder))
      // Old forums and some closed ones lack the first of them.
      let info = try await transport.send(forum.info().ofUnknown(noneAfter: [.refused])).value()
      if let title = info?.title, !title.isEmpty { return forum.address }
      if try await transport.send(forum.about().ofUnknown(noneAfter: [.refused])).value() != nil {
        return forum.address
      }
    }
    return nil
  }

  /// Without a key one request has everything; with one the groups' names come first.
  package func expectedCost(of site: SiteRef?) -> SiteCost {
    site.flatMap { credentials[$0.id] } == nil
      ? SiteCost(opening: 1, lists: 3...3, paging: .whole, listsAreIncluded: true)
      : SiteCost(opening: 1, lists: 2...2, paging: .offset)
  }

  /// With a key, the members of the groups of moderators and admins, as far as the key sees them; the
  /// other roles as `/about.json` publishes them.
  ///
  /// The two differ about the same people: the published moderators lack admins, and no list proves
  /// who moderates a category, which older forums do not list. A roster therefore stays with the lists that it
  /// began with: otherwise the difference between them would look like people who come and go.
  package func lists(
    of site: Site, _ context: ListContext, through transport: any ClientTransport
  ) async throws -> SiteLists {
    let forum = try endpoint(of: site)
    let known = try context.known()
    let former = known.source.map { ForumSource(text: $0) }
    let read = former?.proven ?? ForumRole.allCases
    let groups =
      read.isEmpty
      ? [:] : try await groups(of: forum, through: transport).filter { read.contains($0.key) }
    if let former, former.proven.contains(where: { groups[$0] == nil }) {
      // Where all lists were proven and none is now, the grade shows that what is published is less.
      guard groups.isEmpty, former.published.isEmpty else {
        throw Fault(.refused, "the key no longer sees the group of each role that it saw")
      }
    }
    var source = ForumSource(proven: ForumRole.allCases.filter { groups[$0] != nil })
    var lists = source.proven.compactMap { role in
      groups[role].map { list(of: role, group: $0, at: forum) }
    }
    var (name, warning): (String?, String?)
    if lists.count < 2 {
      let staff = try await transport.send(forum.about()).value()
      let isListed = try listsCategories(staff, beside: known, since: former)
      if !isListed { warning = unlistedWarning(staff, of: site) }
      source.published = ForumRole.allCases.filter {
        groups[$0] == nil && (isListed || $0 != .categoryModerator)
      }
      lists += source.published.map {
        RosterList($0.role, whole: staff.page(of: $0, beside: known))
      }
      name = staff.title
    } else if site.name == site.id {
      name = try await transport.send(forum.info()).value().title
    }
    return SiteLists(
      lists, source: source.text, siteName: name?.isEmpty == false ? name : nil,
      warning: warning)
  }

  private func unlistedWarning(_ staff: PublishedStaff, of site: Site) -> String? {
    guard staff.holders.contains(where: { $0.role == .categoryModerator }) else { return nil }
    return
      "\(site.id) lists who moderates its categories, which it did not when the archive's roster of it "
      + "began: that roster stays without them; a new archive has them."
  }

  /// Whether the roster has who moderates categories. A forum that did not list them before does not say who of them
  /// was there already.
  ///
  /// - Throws: `Fault` where the forum no longer lists them.
  private func listsCategories(
    _ staff: PublishedStaff, beside known: KnownRoster, since former: ForumSource?
  ) throws -> Bool {
    let role = ForumRole.categoryModerator
    guard staff.listsCategories || known.users[role.role] == nil else {
      throw Fault(.undecodable, "the forum no longer lists who moderates its categories")
    }
    return staff.listsCategories && former?.published.contains(role) != false
  }

  private func list(of role: ForumRole, group: String, at forum: ForumEndpoint) -> RosterList {
    RosterList(role.role, paging: .offset) { query in
      var offset = 0
      if case .offset(let start) = query.position { offset = start }
      return forum.members(
        of: group, offset: offset, limit: query.pageSize,
        order: query.reading == .first ? .oldestFirst : .newestFirst)
    }
  }

  /// The names of the roles' groups that the key sees; none without a key.
  private func groups(
    of forum: ForumEndpoint, through transport: any ClientTransport
  ) async throws -> [ForumRole: String] {
    guard forum.credential != nil else { return [:] }
    var (names, seen): ([ForumRole: String], Int) = ([:], 0)
    for number in 0..<Self.mostGroupPages {
      let page = try await transport.send(forum.groups(page: number, seen: seen)).value()
      for role in ForumRole.allCases where role.groupID != nil {
        names[role] = page.items.first { $0.id == role.groupID }?.name ?? names[role]
      }
      seen += page.items.count
      guard page.hasMore, names.count < 2 else { break }
    }
    return names
  }

  /// A forum has three automatic groups of staff and four of trust levels; a page has 15 or more.
  private static let mostGroupPages = 5

  private func endpoint(of site: Site) throws(Fault) -> ForumEndpoint {
    guard let address = try? WebAddress(base: site.url) else {
      throw Fault(.refused, "the address \(site.url) is not one of a forum")
    }
    if let reason = unusable[site.id] { throw Fault(.refused, reason) }
    let credential = credentials[site.id]
    if credential != nil, address.scheme == "http", !LoopbackHost.isLoopback(address.host) {
      throw Fault(
        .refused, "a key is not sent over plain http, where others can read it: use https")
    }
    return ForumEndpoint(address, credential: credential)
  }
}
