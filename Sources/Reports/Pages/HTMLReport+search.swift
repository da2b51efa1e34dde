import Roster
import Tables

extension HTMLReport {
  /// The sites that have a page, in the order in which the search knows them.
  var searchedSites: [SiteRef] {
    tally.sites.map { Record<SiteColumn>($0).site }.filter { address(of: $0) != nil }
  }

  /// What the script of a page has to know to search: how many files of names there are, and how many people's
  /// pages are groups.
  var searchData: HTML {
    #" data-names="\#(SearchNames.files(for: people.count))" data-groups="\#(people.isSingle ? 0 : people.groups)""#
  }

  /// Writes the sites for the search: `[id, name, page, moderators, staff, address]` of each, and the network where
  /// there are several.
  func writeSearchedSites() throws {
    var file = ScriptFile()
    for row in tally.sites {
      let site = Record<SiteColumn>(row)
      guard let page = address(of: site.site) else { continue }
      let count = tally.counts[site.site] ?? ReportTally.SiteCount()
      file.append(
        .array(
          [
            .text(site.site.id), .text(name(of: site.site)), .text(page),
            .integer(count.moderators), .integer(count.staff),
            .text(Site.host(in: site[.siteURL] ?? "")),
          ] + (networks.isEmpty ? [] : [.text(site.site.network)])))
    }
    let bytes = file.take("names/sites")
    try write("people/names/sites.js") { try $0.write(bytes) }
  }

  /// Adds a person to what the search finds.
  func add(_ person: PersonRecord, at place: PersonPages.Place?, to names: inout SearchNames) throws
  {
    names.append(person, at: place)
    if names.isFull { try write(&names) }
  }

  /// Writes the next file of names.
  func write(_ names: inout SearchNames) throws {
    guard !names.isEmpty else { return }
    let (path, bytes) = names.take()
    try write(path) { try $0.write(bytes) }
  }
}
