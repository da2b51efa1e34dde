import FoundationEssentials
import Roster

/// The pages of a report.
struct HTMLReport {
  let source: any ReportSource
  let tally: ReportTally
  /// What stands beside the pages, to be listed on the first one.
  let files: [DataFile]
  let address: ReportAddress?
  let pages: SitePages
  let people: PersonPages
  let changes: ChangePlan
  /// What all sites are called; no two of them the same.
  let siteNames: [SiteRef: String]
  /// The networks of the sites that have a page, where these are several; else none.
  let networks: [NetworkID]
  /// Writes one file, by its path within the report.
  let writeFile: (_ path: String, _ bytes: [UInt8]) throws -> Void

  init(
    source: any ReportSource, tally: ReportTally, files: [DataFile], address: ReportAddress?,
    writeFile: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Void
  ) throws {
    self.source = source
    self.tally = tally
    self.files = files
    self.address = address
    self.writeFile = writeFile
    pages = SitePages(firstNetwork: source.firstNetwork)
    people = PersonPages(
      count: try source.everybodyCount(), firstNetwork: source.firstNetwork)
    siteNames = Self.names(of: tally.sites)
    let all = Set(tally.sitesWithContent.union(source.faults.keys).map(\.network))
    networks = all.count > 1 ? all.sorted() : []
    changes = try ChangePlan(source)
  }

  /// What each site is called, with its network or id where other sites have the same name.
  private static func names(of sites: [ReportedSite]) -> [SiteRef: String] {
    var names: [SiteRef: String] = [:]
    for (name, sites) in Dictionary(grouping: sites, by: \.name) {
      let refs = sites.map(\.site)
      let areOfOneNetworkEach = Set(refs.map(\.network)).count == refs.count
      for site in refs {
        let mark = areOfOneNetworkEach ? site.network : site.id
        names[site] = refs.count > 1 ? "\(name) (\(mark))" : name
      }
    }
    return names
  }

  /// Writes all pages.
  func writeAll() throws {
    for file in SharedFiles.all { try writeFile(file.path, file.bytes) }
    try writeSearchedSites()
    let history = try writePersons()
    try writePeople()
    try writeChanges()
    for site in tally.sites where hasPage(site.site) {
      try writeSite(site, left: history.formerUsers[site.site] ?? 0)
    }
    let state = ArchiveState(self)
    let growth = history.curve(
      until: source.asOf, readings: tally.readings, stale: Set(state.stale.map(\.site)))
    try writeNumbers(history, growth)
    try writeIndex(history, growth, state)
  }

  /// The address of the feed of a site from a page of the report; nil where it has no changes.
  func feed(of site: SiteRef, from root: String) -> String? {
    guard tally.changesBySite[site] != nil else { return nil }
    let path = AtomFeed.path(besides: "sites/" + pages.fileName(of: site))
    return address?.address(of: path) ?? root + ReportAddress.relative(to: path)
  }

  /// The address of a site's page from the top of the report; nil where nothing is known of the site but its
  /// name, so that it has none.
  func address(of site: SiteRef) -> String? {
    hasPage(site) ? pages.address(of: site) : nil
  }

  /// What a site is called.
  func name(of site: SiteRef) -> String { siteNames[site] ?? site.id }

  /// The name of a site as a link to its page from a page of the report.
  func link(to site: SiteRef, root: String = "") -> HTML {
    .name(name(of: site), link: address(of: site).map { root + $0 })
  }

  private func hasPage(_ site: SiteRef) -> Bool {
    tally.sitesWithContent.contains(site) || source.faults[site] != nil
  }
}
