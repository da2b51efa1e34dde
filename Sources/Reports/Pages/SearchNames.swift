import Roster
import Tables

/// What a search on the pages reads: everybody who moderates or did, with all their names and sites, in files
/// of ``limit`` people that are read when somebody first searches.
///
/// A person is `[page, name, rows, names]`: the page as `json` writes it, five numbers for each row
/// of the archive (place of the site, user, reputation, number in the archive, and 1 for staff plus 2 for former plus
/// 4 where only a log tells of them), and for each row that has another name or had one
/// `[row, name or 0, former names, the latest first …]`.
struct SearchNames {
  /// The most people in one file.
  static let limit = 5_000

  private let places: [SiteRef: Int]
  private let writeFile: (_ path: String, _ bytes: [UInt8]) throws -> Void
  private var file = ScriptFile()
  private var files = 0

  /// - Parameter sites: Those of the pages, in their order.
  init(sites: [SiteRef], writeFile: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Void) {
    places = Dictionary(
      sites.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.writeFile = writeFile
  }

  /// How many files so many people take.
  static func files(for count: Int) -> Int { (count + limit - 1) / limit }

  mutating func append(_ person: PersonRecord, at page: PersonPages.Place?) throws {
    let rows = person.sites.flatMap { place -> [JSONValue] in
      let user = place.moderator
      let flags = (user.kind == .moderator ? 0 : 1) + (place.isCurrent ? 0 : 2)
      return [places[place.site] ?? -1, user.userID, user.reputation ?? 0, place.number, flags]
        .map(JSONValue.integer)
    }
    let names = Self.names(of: person)
    try append(
      [page.json, .text(person.displayName), .array(rows)]
        + (names.isEmpty ? [] : [.array(names)]))
  }

  /// Adds somebody of whom only the log of a site tells: their page is that of the site.
  mutating func append(logged name: String, on site: SiteRef) throws {
    let row = [places[site] ?? -1, 0, 0, 0, 6].map(JSONValue.integer)
    try append([.integer(0), .text(name), .array(row)])
  }

  private mutating func append(_ person: [JSONValue]) throws {
    file.append(.array(person))
    if file.count == Self.limit { try flush() }
  }

  /// Writes those that are in no file yet.
  mutating func flush() throws {
    if file.count == 0 { return }
    files += 1
    try writeFile("people/names/\(files).js", file.take("names/\(files)"))
  }

  private static func names(of person: PersonRecord) -> [JSONValue] {
    person.sites.enumerated().compactMap { index, place in
      let name = place.moderator.displayName
      var former: [String] = []
      for period in place.names.dropLast().reversed()
      where period.name != name && !former.contains(period.name) {
        former.append(period.name)
      }
      let isShown = name == person.displayName
      guard !isShown || !former.isEmpty else { return nil }
      return .array(
        [.integer(index), isShown ? .integer(0) : .text(name)] + former.map(JSONValue.text))
    }
  }
}

extension PersonPages.Place? {
  /// As a number where the name is one, which most are; else the name and the number that it is grouped by; 0
  /// for none.
  var json: JSONValue {
    guard let place = self else { return .integer(0) }
    return place.name == String(place.number)
      ? .integer(place.number) : .array([.text(place.name), .integer(place.number)])
  }
}

extension HTMLReport {
  /// The sites that have a page, in the order in which the search knows them.
  var searchedSites: [SiteRef] {
    tally.sites.map(\.site).filter { address(of: $0) != nil }
  }

  /// What the script of a page has to know to search: how many files of names there are, and how many people's
  /// pages are groups.
  var searchData: HTML {
    #" data-names="\#(SearchNames.files(for: people.count + loggedCount))" data-groups="\#(people.isSingle ? 0 : people.groups)""#
  }

  /// Writes the sites for the search: `[id, name, page, moderators, staff, address]` of each, and the network where
  /// there are several.
  func writeSearchedSites() throws {
    var file = ScriptFile()
    for site in tally.sites {
      guard let page = address(of: site.site) else { continue }
      let count = tally.counts[site.site] ?? ReportTally.SiteCount()
      file.append(
        .array(
          [
            .text(site.site.id), .text(name(of: site.site)), .text(page),
            .integer(count.moderators), .integer(count.staff),
            .text(Site.host(in: site.url ?? "")),
          ] + (networks.isEmpty ? [] : [.text(site.site.network)])))
    }
    try writeFile("people/names/sites.js", file.take("names/sites"))
  }

  private var loggedCount: Int { tally.loggedNames.values.reduce(0) { $0 + $1.count } }

  /// Adds those of whom only logs tell.
  func addLogged(to names: inout SearchNames) throws {
    for (site, logged) in tally.loggedNames.sorted(by: { $0.key < $1.key }) {
      for name in logged.sorted() { try names.append(logged: name, on: site) }
    }
  }
}
