import Roster
import Tables

extension HTMLReport {
  /// Some hundred people as a script that hands them to the list: their sites, each once with its
  /// address, then a row for each person that speaks of sites by their place.
  func peopleFile(_ number: Int, _ people: [Record<PersonColumn>]) -> [UInt8] {
    var file = ScriptFile()
    var sites: [JSONValue] = []
    var places: [SiteRef: Int] = [:]
    for person in people {
      let own = person.sites.map { site -> Int in
        if let place = places[site] { return place }
        places[site] = sites.count
        sites.append(.array([.text(name(of: site)), .text(pages.address(of: site))]))
        return sites.count - 1
      }
      file.append(
        .array(
          [
            self.people.place(of: person).json, .text(person[.displayName] ?? ""),
            .integer(person.number(.sites) ?? 0), .integer(person.number(.reputation)),
          ] + own.map(JSONValue.integer)))
    }
    return file.take("rows/\(number)", head: .array(sites))
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
    defer { places = [] }
    let text = JSONValue.text(places.joined(separator: " ")).line
    return (
      "people/order/\(files).js", Array("modexport.take(\"order/\(files)\",\(text));\n".utf8)
    )
  }
}

extension PersonPages {
  /// The place of a row of `people`; nil where the row is no person's.
  func place(of person: Record<PersonColumn>) -> Place? {
    place(person[.network] ?? "", account: person.account, site: nil, user: nil)
  }
}
