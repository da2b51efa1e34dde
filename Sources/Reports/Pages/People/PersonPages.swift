import Roster

/// Where people stand in a report: while they are few each on a page of their own, else many together on
/// a page that shows the one that the address names.
struct PersonPages {
  /// How many groups there are; 1 where everybody has a page of their own.
  let groups: Int
  /// Whether everybody has a page of their own.
  let isSingle: Bool
  /// How many people there are.
  let count: Int
  private let sites: SitePages

  /// - Parameter count: How many people there are.
  init(count: Int, firstNetwork: NetworkID?) {
    self.count = count
    isSingle = count <= Self.mostSingle
    groups = isSingle ? 1 : (count + Self.groupSize - 1) / Self.groupSize
    sites = SitePages(firstNetwork: firstNetwork)
  }

  private static let mostSingle = 500
  private static let groupSize = 50

  /// What the page of a person is known by, safe in file names, addresses and as an id.
  struct Place: Hashable {
    var name: String
    /// The number that decides about the group.
    var number: Int
  }

  /// Nil for somebody who is no person, or of whom no page is written.
  func place(_ network: NetworkID, account: Int?, site: SiteRef?, user: Int?) -> Place? {
    guard count > 0 else { return nil }
    if let account, account > 0 {
      let isFirst = network == sites.firstNetwork
      return Place(name: isFirst ? String(account) : name("\(network):\(account)"), number: account)
    }
    guard let site, let user, user > 0 else { return nil }
    let place = site.network == sites.firstNetwork ? site.id : "\(site.network):\(site.id)"
    return Place(name: name("\(place):\(user)"), number: user)
  }

  private func name(_ text: String) -> String {
    SitePages.shortened(
      PercentEncoding.encoded(text) {
        PercentEncoding.isUnreserved($0) && ![UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
      }.replacing("%", with: "_"), hashing: text)
  }

  /// The group of a place, from 0.
  func group(of place: Place) -> Int {
    (place.number % groups + groups) % groups
  }

  /// The path of the page of a place.
  func path(of place: Place) -> String {
    isSingle ? "person/\(place.name).html" : "person/\(group(of: place) + 1).html"
  }

  /// The address of a place from the top of the report.
  func address(of place: Place) -> String {
    isSingle ? path(of: place) : path(of: place) + "#" + Self.anchor(of: place)
  }

  static func anchor(of place: Place) -> String { "p" + place.name }
}
