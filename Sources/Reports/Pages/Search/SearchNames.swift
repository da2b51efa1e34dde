import Roster
import Tables

/// What a search on the pages reads: everybody who moderates or did, with all their names and sites, in files
/// of ``limit`` people that are read when somebody first searches.
///
/// A person is `[page, name, rows, names]`: the page as `PeopleRows` writes it, five numbers for each row of the
/// archive (place of the site, user, reputation, number in the archive, and 1 for staff plus 2 for former), and
/// for each row that has another name or had one `[row, name or 0, former names, the latest first …]`.
struct SearchNames {
  /// The most people in one file.
  static let limit = 10_000

  private let places: [SiteRef: Int]
  private var people: [UInt8] = []
  private var count = 0
  private var files = 0

  /// - Parameter sites: Those of the pages, in their order.
  init(sites: [SiteRef]) {
    places = Dictionary(
      sites.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.limit }

  /// How many files so many people take.
  static func files(for count: Int) -> Int { (count + limit - 1) / limit }

  mutating func append(_ person: PersonRecord, at page: PersonPages.Place?) {
    people.append(contentsOf: count == 0 ? "\n[".utf8 : ",\n[".utf8)
    count += 1
    page.appendName(to: &people)
    people.append(UInt8(ascii: ","))
    JSONText.append(person.displayName, to: &people)
    people.append(contentsOf: ",[".utf8)
    for (index, place) in person.sites.enumerated() {
      let user = place.moderator
      let flags = (user.kind == .moderator ? 0 : 1) + (place.isCurrent ? 0 : 2)
      let numbers = [
        places[place.site] ?? -1, user.userID, user.reputation ?? 0, place.number, flags,
      ]
      let text = numbers.map { String($0) }.joined(separator: ",")
      people.append(contentsOf: (index == 0 ? text : "," + text).utf8)
    }
    people.append(UInt8(ascii: "]"))
    appendNames(of: person)
    people.append(UInt8(ascii: "]"))
  }

  private mutating func appendNames(of person: PersonRecord) {
    var isFirst = true
    for (index, place) in person.sites.enumerated() {
      let name = place.moderator.displayName
      var former: [String] = []
      for period in place.names.dropLast().reversed()
      where period.name != name && !former.contains(period.name) {
        former.append(period.name)
      }
      guard name != person.displayName || !former.isEmpty else { continue }
      people.append(contentsOf: (isFirst ? ",[[\(index)," : ",[\(index),").utf8)
      isFirst = false
      if name == person.displayName {
        people.append(UInt8(ascii: "0"))
      } else {
        JSONText.append(name, to: &people)
      }
      for one in former {
        people.append(UInt8(ascii: ","))
        JSONText.append(one, to: &people)
      }
      people.append(UInt8(ascii: "]"))
    }
    if !isFirst { people.append(UInt8(ascii: "]")) }
  }

  /// The next file's path and content.
  mutating func take() -> (path: String, bytes: [UInt8]) {
    files += 1
    let name = "names/\(files)"
    let bytes = Array("modexport.take(\"\(name)\",[".utf8) + people + Array("\n]);\n".utf8)
    people = []
    count = 0
    return ("people/\(name).js", bytes)
  }
}

extension PersonPages.Place? {
  /// As a number where the name is one, which most are; else the name and the number that it is grouped by; 0
  /// for none.
  func appendName(to output: inout [UInt8]) {
    guard let place = self else { return output.append(UInt8(ascii: "0")) }
    guard place.name != String(place.number) else {
      return output.append(contentsOf: place.name.utf8)
    }
    output.append(UInt8(ascii: "["))
    JSONText.append(place.name, to: &output)
    output.append(contentsOf: ",\(place.number)]".utf8)
  }
}
