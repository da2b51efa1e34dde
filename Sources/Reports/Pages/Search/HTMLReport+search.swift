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
    let rows = tally.sites.map(Record<SiteColumn>.init).filter { address(of: $0.site) != nil }
    let hasNetworks = !networks.isEmpty
    try write("people/names/sites.js") { sink in
      var output = Array("modexport.take(\"names/sites\",[".utf8)
      for (index, site) in rows.enumerated() {
        let count = tally.counts[site.site] ?? ReportTally.SiteCount()
        output.append(contentsOf: index == 0 ? "\n[".utf8 : ",\n[".utf8)
        for text in [
          site.site.id, siteNames[site.site] ?? site.site.id, pages.address(of: site.site),
        ] {
          JSONText.append(text, to: &output)
          output.append(UInt8(ascii: ","))
        }
        output.append(contentsOf: "\(count.moderators),\(count.staff),".utf8)
        JSONText.append(Site.host(in: site[.siteURL] ?? ""), to: &output)
        if hasNetworks {
          output.append(UInt8(ascii: ","))
          JSONText.append(site.site.network, to: &output)
        }
        output.append(UInt8(ascii: "]"))
      }
      try sink.write(output + Array("\n]);\n".utf8))
    }
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
