import Roster
import Tables

/// Some hundred people as a script that hands them to the list: their sites, each once with its
/// address, then a row for each person that speaks of sites by their place.
struct PeopleRows {
  private var sites: [SiteRef] = []
  private let people: [Record<PersonColumn>]
  private let pages: SitePages
  private let places: PersonPages
  private let names: [SiteRef: String]

  /// - Parameter report: Knows the places and names of people and sites.
  init(_ people: [Record<PersonColumn>], _ report: HTMLReport) {
    self.people = people
    (pages, places, names) = (report.pages, report.people, report.siteNames)
  }

  consuming func write(to sink: any ByteSink, number: Int) throws {
    var rows: [UInt8] = []
    var places: [SiteRef: Int] = [:]
    for (index, person) in people.enumerated() {
      rows.append(contentsOf: index == 0 ? "\n".utf8 : ",\n".utf8)
      append(person, &places, to: &rows)
    }
    var output = Array("modexport.take(\"rows/\(number)\",[".utf8)
    for (index, site) in sites.enumerated() {
      output.append(contentsOf: index == 0 ? "[".utf8 : ",[".utf8)
      JSONText.append(names[site] ?? site.id, to: &output)
      output.append(UInt8(ascii: ","))
      JSONText.append(pages.address(of: site), to: &output)
      output.append(UInt8(ascii: "]"))
    }
    output.append(contentsOf: "],[".utf8)
    try sink.write(output + rows + Array("\n]);\n".utf8))
  }

  private mutating func append(
    _ person: Record<PersonColumn>, _ places: inout [SiteRef: Int], to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "["))
    self.places.place(of: person).appendName(to: &output)
    output.append(UInt8(ascii: ","))
    JSONText.append(person[.displayName] ?? "", to: &output)
    let reputation = person.number(.reputation).map(String.init) ?? "null"
    output.append(contentsOf: ",\(person.number(.sites) ?? 0),\(reputation)".utf8)
    for site in person.sites {
      let place = places[site] ?? sites.count
      if place == sites.count {
        places[site] = place
        sites.append(site)
      }
      output.append(contentsOf: ",\(place)".utf8)
    }
    output.append(UInt8(ascii: "]"))
  }
}

/// Who stands in which row of the list of people: their pages' names in the order of the list, in files of
/// ``limit`` people, so that those whom a search finds can be shown there.
struct PeopleOrder {
  /// The most people in one file.
  static let limit = 20_000

  private var places: [String] = []
  private var files = 0

  var isEmpty: Bool { places.isEmpty }
  var isFull: Bool { places.count >= Self.limit }

  mutating func append(_ place: PersonPages.Place?) {
    places.append(place?.name ?? "0")
  }

  /// The next file's path and content.
  mutating func take() -> (path: String, bytes: [UInt8]) {
    files += 1
    var output = Array("modexport.take(\"order/\(files)\",".utf8)
    JSONText.append(places.joined(separator: " "), to: &output)
    output.append(contentsOf: ");\n".utf8)
    places = []
    return ("people/order/\(files).js", output)
  }
}

extension PersonPages {
  /// The place of a row of `people`; nil where the row is no person's.
  func place(of person: Record<PersonColumn>) -> Place? {
    place(person[.network] ?? "", account: person.account, site: nil, user: nil)
  }
}
