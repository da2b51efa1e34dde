package import Networks
package import Roster
package import Transport

/// The wikis of a farm that lists them, such as Wikimedia's, or wikis that stand alone. The roster of a
/// wiki has one list for each group whose members moderate.
package struct MediaWikiNetwork: Network {
  package let id: NetworkID
  private let program: String
  private let contact: OperatorContact?
  /// Answers for the list of wikis; nil where each wiki stands alone.
  private let farm: WikiEndpoint?

  /// A farm, whose wikis are named by their databases.
  ///
  /// - Parameters:
  ///   - api: The `api.php` of any wiki of the farm.
  ///   - program: The name and version for `User-Agent`, such as `modexport/1.0`.
  package init(farm api: WebAddress, program: String, contact: OperatorContact) {
    id = WikiEndpoint.wikimedia
    self.program = program
    self.contact = contact
    farm = WikiEndpoint(api, program: program, contact: contact, farm: api.host)
  }

  /// Wikis that stand alone, each named by the address of its `api.php`.
  package init(program: String, contact: OperatorContact?) {
    id = WikiEndpoint.otherWikis
    self.program = program
    self.contact = contact
    farm = nil
  }

  /// The size of a group is cached, and counts hidden users. A small wiki may have no sysops.
  package static let rules = ProofRules(
    [.tokens], total: .bounded(maxAge: WikiGroup.sizeAge), allowsEmptyRoster: true)
  package var rules: ProofRules { Self.rules }

  /// One request after the other, and one a second: Wikimedia's rules allow 200 a minute to a client
  /// that names its operator, on all wikis together. The largest group has some 900 members.
  package var limits: NetworkLimits {
    NetworkLimits(
      pageSize: WikiEndpoint.pageSize, mostPages: 200, politeRate: 1, politeConcurrency: 1)
  }

  /// Answers lack the account while a rename is on its way through the farm.
  package var partialAnswers: PartialAnswers? {
    if farm == nil { return nil }
    return PartialAnswers(isPartial: { _ in true }) { row, known in
      var row = row
      row.accountID = row.accountID ?? known.accountID
      return row
    }
  }

  /// Whether each wiki is named by its own address.
  var hasSitesAlone: Bool { farm == nil }

  package var host: String? { farm?.address.host }
  /// A farm's list is that of one wiki; rosters come from each wiki's own host.
  package var hasServerOfEachSite: Bool { true }

  /// The wikis of a farm limit a client together.
  package func throttleKey(for site: SiteRef?) -> String {
    farm?.throttleKey ?? site?.id ?? id
  }

  /// One page of the site matrix; the first one contains all wikis.
  package func sitePage(
    at position: PagePosition?, size: Int?, prepared: String?
  ) -> Request<Page<Site>>? {
    let limit = size ?? WikiEndpoint.matrixSize
    return farm?.siteMatrix(from: position.flatMap(Continuation.init), limit: limit)
  }

  /// The wiki that stands alone at an address that ends with `/api.php`, or that of its pages in the same
  /// folder.
  package func site(at address: String) -> Site? {
    guard farm == nil, var api = (try? WebAddress(address))?.withoutQuery else { return nil }
    if api.path.hasSuffix("/index.php") {
      api = api.replacing(path: String(api.path.dropLast("index.php".count)) + "api.php")
    }
    guard api.path.hasSuffix("/api.php") else { return nil }
    return Site(
      SiteRef(id, api.siteID), name: api.siteID,
      url: String(api.description.dropLast("/api.php".count)))
  }

  /// One request for the groups of the wiki and their sizes. Each wiki has sysops and bureaucrats;
  /// hardly one has more than five groups that moderate.
  package func expectedCost(of site: SiteRef?) -> SiteCost {
    SiteCost(opening: 1, lists: 2...5, paging: .tokens)
  }

  /// The groups whose members moderate, each with the size that the wiki reports. A group that is on
  /// the published roster stays on it as long as the wiki has the group; nobody is in one that the wiki no
  /// longer has.
  ///
  /// - Throws: `Fault` where the wiki's name is not that of the list of wikis: another wiki answers.
  package func lists(
    of site: Site, _ context: ListContext, through transport: any ClientTransport
  ) async throws -> SiteLists {
    let wiki = try endpoint(of: site)
    let info = try await transport.send(wiki.info()).value()
    if farm != nil, info.wikiID != site.id {
      throw Fault(
        .notTheAPI, "the wiki at \(site.url) is \(info.wikiID ?? "without a name in its farm")")
    }
    let known = try Set(context.known().users.keys)
    let groups = info.groups.filter { $0.moderates || known.contains(Role(rawValue: $0.name)) }
    var gone = known.subtracting(info.groups.map { Role(rawValue: $0.name) }).sorted()
    // Nobody moderates a wiki without any such group, which the roster says with an empty list.
    if groups.isEmpty, gone.isEmpty { gone = [Role(rawValue: WikiGroup.sysop)] }
    let names = groups.map(\.name) + gone.map(\.rawValue)
    let source =
      "groups=\(names.joined(separator: ","))"
      + "&limit=\(context.pageSize ?? limits.pageSize)&order=name"
    return SiteLists(
      groups.map { list(of: $0, at: wiki, info) }
        + gone.map { role in
          RosterList(role, paging: .tokens) { _ in wiki.noMembers(of: role.rawValue) }
        }, source: source,
      siteName: farm == nil ? info.siteName : nil, mark: Self.mark(info, groups))
  }

  /// The sizes of the groups, and the newest row of the log of rights. Memberships that expire have no row; a size is
  /// up to an hour old, so that the wiki may say the same a night too long.
  private static func mark(_ info: WikiInfo, _ groups: [WikiGroup]) -> String? {
    guard let newest = info.newestRights else { return nil }
    let sizes = groups.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.size ?? -1)" }
    return (sizes + ["log=\(newest)"]).joined(separator: "&")
  }

  private func list(of group: WikiGroup, at wiki: WikiEndpoint, _ info: WikiInfo) -> RosterList {
    RosterList(Role(rawValue: group.name), paging: .tokens) { query in
      wiki.members(
        of: group.name, from: Continuation(query.position), limit: query.pageSize,
        order: query.reading == .first ? .ascending : .descending, total: group.size,
        articles: info.articleAddress, withAccounts: farm != nil)
    }
  }

  /// The logs of a wiki of changed rights and of renamed users; of a farm the log of changed rights of the
  /// wiki that lists the others, where stewards change those of other wikis.
  package func logs(of site: Site?) throws -> [HistoryLog] {
    guard let site else {
      return farm.map { [Self.log(.rights, of: nil, at: $0)] } ?? []
    }
    let wiki = try endpoint(of: site)
    // Renames first: they tell under which names the other log is about somebody who is withheld.
    return [WikiLog.renames, .rights].map { Self.log($0, of: site.ref, at: wiki) }
  }

  private static func log(_ log: WikiLog, of site: SiteRef?, at wiki: WikiEndpoint) -> HistoryLog {
    HistoryLog(log.rawValue, of: site) { query in
      wiki.log(
        log, since: query.start, from: query.position.flatMap(Continuation.init),
        order: query.order)
    }
  }

  private func endpoint(of site: Site) throws(Fault) -> WikiEndpoint {
    let api = farm == nil ? "\(site.url)/api.php" : "\(site.url)/w/api.php"
    guard let address = try? WebAddress(base: api) else {
      throw Fault(.refused, "the address \(api) is not one of a wiki")
    }
    return try endpoint(at: address)
  }

  /// The wiki with this address.
  ///
  /// - Throws: `Fault` where it wants a contact.
  func endpoint(at address: WebAddress) throws(Fault) -> WikiEndpoint {
    if contact == nil, WikiEndpoint.isWikimedia(address) {
      throw Fault(.refused, "Wikimedia refuses clients without a contact of their operator")
    }
    return WikiEndpoint(address, program: program, contact: contact, farm: farm?.address.host)
  }
}

extension Continuation {
  /// Nil for the first page.
  fileprivate init?(_ position: PagePosition) {
    guard case .token(let token) = position else { return nil }
    self.init(token: token)
  }
}
