import FoundationEssentials
import Reports
import Roster
import TestKit

/// An archive of any number of people, made row by row, the same every time: nothing is collected.
struct ManyPeople: ReportSource {
  let count: Int
  /// How many people the first site has, if there are as many.
  var largest = 60
  let asOf = Date(unixSeconds: 1_795_132_800)
  let generator = "modexport 0.0.0"
  let origin: String? = "https://api.stackexchange.com/2.3"
  let identity = "many"
  let head: String? = nil
  let firstNetwork: NetworkID? = testNetwork
  let faults: [SiteRef: String] = [:]

  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?,
    _ body: (Row) throws -> Void
  ) throws {
    switch view {
    case .sites: for index in sites.indices { try body(siteRow(index)) }
    case .people: for index in 0..<count { try body(person(index)) }
    case .moderators:
      for place in sites.indices where site == nil || site?.id == sites[place] {
        let all = 0..<min(count, size(place))
        let sorted =
          order == .key ? Array(all) : all.filter { !isStaff($0) } + all.filter(isStaff)
        for index in sorted { try body(moderator(index, place)) }
      }
    case .changes where site == nil:
      // The reader's order, the latest first.
      for index in 0..<min(count, 60, limit ?? .max) { try body(change(60 - index)) }
    default: break
    }
  }

  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (PersonOnSite) throws -> Void
  ) throws {
    guard !former, let place = sites.firstIndex(of: site.id) else { return }
    let all = 0..<min(count, size(place))
    for index in (all.filter { !isStaff($0) } + all.filter(isStaff)).prefix(limit ?? .max) {
      try body(onSite(index, place))
    }
  }

  private func onSite(_ index: Int, _ place: Int) -> PersonOnSite {
    let reputation = 2_000_000_000 / (index + 1000)
    let moderator = Moderator(
      userID: index + 1, accountID: index * 7 + 1, displayName: name(index),
      kind: isStaff(index) ? .staff : .moderator, reputation: reputation,
      badges: Moderator.Badges(gold: index % 50, silver: index * 3 % 400, bronze: index * 7 % 900),
      location: index % 3 == 0 ? "Köln, Germany" : nil,
      websiteURL: index % 4 == 0 ? "https://example.org/~me" : nil,
      link: "https://\(sites[place]).example.org/users/\(index + 1)",
      aboutText: index % 3 == 0 ? "I answer questions about pumps. More" : nil,
      memberSince: Date(dayOrInstant: "2016-01-12T20:00:00Z"))
    let history = (0..<9).map { step in
      ReputationPoint(
        since: asOf - Double(9 - step) * 2_600_000,
        reputation: reputation * (100 - (9 - step) * (9 - step)) / 100)
    }
    return PersonOnSite(
      site: SiteRef(testNetwork, sites[place]), siteName: sites[place], moderator: moderator,
      tenures: [tenure], reputation: history)
  }

  func everybodyCount() -> Int { count }

  func forEachRoster(_ body: (RosterLine) throws -> Void) throws {}

  func withheldCount(of site: SiteRef, former: Bool) throws -> Int { 0 }

  func copyArchive(to path: String) throws {}

  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws {
    var members = Array(repeating: [Int](), count: groups)
    for index in 0..<count { members[(index * 7 + 1) % groups].append(index) }
    for index in members.joined() {
      let place = index % sites.count
      let moderator = Moderator(
        userID: index + 1, accountID: index * 7 + 1, displayName: name(index),
        reputation: 2_000_000_000 / (index + 1000))
      let site = PersonOnSite(
        site: SiteRef(testNetwork, sites[place]), siteName: sites[place], moderator: moderator,
        tenures: [tenure])
      let person = PersonRecord(
        network: testNetwork, accountID: index * 7 + 1, sites: [site])
      if let person { try body(person) }
    }
  }

  private var tenure: Tenure {
    Tenure(
      userID: 1,
      bounds: TenureBounds(
        beganAfter: nil, beganBefore: asOf - 1_700_000, endedAfter: asOf, endedBefore: nil,
        source: .reading), grade: .complete)
  }

  func proof(of site: SiteRef) -> RosterProof? { nil }
  func history(of site: SiteRef) -> SiteHistory? { nil }

  /// Names in several scripts; no two people have the same.
  func name(_ index: Int) -> String {
    let first = Self.firstNames[index % Self.firstNames.count]
    let place = index / Self.firstNames.count + index % Self.firstNames.count * 5
    let last = Self.lastNames[place % Self.lastNames.count]
    let number = index / (Self.firstNames.count * Self.lastNames.count)
    return number == 0 ? "\(first) \(last)" : "\(first) \(last) \(number + 1)"
  }

  private static let firstNames = [
    "Seán", "Øyvind", "Łukasz", "Đặng", "Ana", "Miriam", "Ольга", "李", "מרים", "Günther", "Zoë",
    "José", "Æsa", "Þóra", "Işıl", "محمد", "ヨウコ", "J.R.", "Straßer", "Nikos", "Chidi", "Priya",
    "O'Neil",
  ]
  private static let lastNames = [
    "O’Brien", "Olsen", "Wałęsa", "Nguyễn", "Suárez-Álvarez", "Levi", "Ёлкина", "小龍", "כהן",
    "Müller", "van der Berg", "García", "Jónsdóttir", "Yılmaz", "العلي", "さとう", "Tolkien",
    "Παπαδόπουλος", "Okafor", "Sharma", "Smith", "Johansson", "D'Angelo", "Kowalska", "Brown",
    "Ito", "Novák", "Horváth", "Popescu",
  ]

  private let sites = [
    "stackoverflow", "serverfault", "superuser", "cooking", "3dprinting", "math", "gaming",
    "travel", "music", "history", "law", "physics", "biology", "chess", "photo", "diy",
  ]

  private func size(_ place: Int) -> Int { place == 0 ? largest : (place * 37) % 29 + 2 }

  private func siteRow(_ index: Int) -> Row {
    View.sites.row([
      "network": "stackexchange", "site": .text(sites[index]),
      "name": .text(sites[index].capitalized), "site_type": "main_site", "site_state": "normal",
      "site_url": .text("https://\(sites[index]).example.org"),
      "moderators": .integer(size(index)),
      "verdict": index == 7 ? "unproven" : "complete",
      "published_at": "2026-11-20T03:00:05Z", "first_seen": "2026-11-01T03:00:00Z",
      "last_seen": "2026-11-20T03:00:00Z",
    ])
  }

  private func person(_ index: Int) -> Row {
    let many = max(1, 16 - index / max(1, count / 400))
    return View.people.row([
      "network": "stackexchange", "account_id": .integer(index * 7 + 1),
      "display_name": .text(name(index)), "sites": .integer(many),
      "reputation": .integer(2_000_000_000 / (index + 1000)),
      "site_list": .text(
        (0..<many).map { sites[(index + $0) % 16] }.sorted().joined(separator: " ")),
    ])
  }

  private func moderator(_ index: Int, _ place: Int) -> Row {
    View.moderators.row([
      "network": "stackexchange", "site": .text(sites[place]), "user_id": .integer(index + 1),
      "account_id": .integer(index * 7 + 1), "display_name": .text(name(index)),
      "kind": isStaff(index) ? "staff" : "moderator",
      "reputation": .integer(2_000_000_000 / (index + 1000)),
    ])
  }

  private func isStaff(_ index: Int) -> Bool { index % 40 == 3 }

  private func change(_ number: Int) -> Row {
    let day = number / 4 + 1
    return View.changes.row([
      "id": .integer(number), "network": "stackexchange", "site": .text(sites[number % 16]),
      "user_id": .integer(number), "account_id": .integer(number * 7 + 1),
      "display_name": .text(name(number)),
      "kind": [.text("joined"), "left", "returned"][number % 3],
      "observed_at": .text("2026-11-\(day < 10 ? "0" : "")\(day)T03:00:05Z"),
      "previous_walk_at": "2026-10-30T03:00:04Z",
    ])
  }
}
