import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit

/// A made-up network that several archives read by turns, and one that reads all that they read.
struct MergeWorld {
  /// The archives with a part of the readings.
  let parts: [ArchiveMaker]
  let whole: ArchiveMaker
  private(set) var now = 3_600

  private var random: SeededRandom
  /// All sites ever, in the order of their openings.
  private var sites: [Truth] = []
  /// What each part calls the sites that it knows, by their numbers.
  private var known: [[Int: SiteRef]]
  private var next = 100
  /// The sites of which each part has a roster: a run asks who was elected after that.
  private var read: [Set<Int>]

  /// What is true of a site.
  private struct Truth {
    var site: Site
    var isOpen = true
    /// By user and role.
    var people: [Moderator.Key: Moderator] = [:]
    var elected: Set<Int> = []

    mutating func join(_ user: Int, _ role: Role) {
      let key = Moderator.Key(user, as: role)
      people[key] = people[key] ?? .made(user, role: role)
    }
  }

  /// - Parameter folder: Where the archives are made.
  init(seed: UInt64, in folder: String) throws {
    random = SeededRandom(seed: seed)
    let count = Int.random(in: 2...3, using: &random)
    let makers = try (0...count).map { number in
      let place = "\(folder)/\(number)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      return try ArchiveMaker(place, sites: [], at: day(0, number * 60))
    }
    (parts, whole) = (Array(makers.dropLast()), makers[count])
    known = parts.map { _ in [:] }
    read = parts.map { _ in [] }
    for _ in 0..<6 { open() }
    for part in parts.indices { try list(part) }
    for _ in 0..<Int.random(in: 10...40, using: &random) { try step() }
    for maker in makers { try maker.finish(at: day(0, now)) }
  }

  // MARK: - What happens

  private mutating func step() throws {
    now += random.chance(15) ? 2 : Int.random(in: 60..<12 * 86_400, using: &random)
    for _ in 0..<Int.random(in: 0...2, using: &random) { change() }
    let part = Int.random(in: parts.indices, using: &random)
    let site = random.pick(known[part].keys.sorted())
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<70: try walk(site, part)
    case 70..<78: if read[part].contains(site) { try elect(site, part) }
    case 78..<84: try fail(site, part)
    default: try list(part)
    }
  }

  private mutating func open() {
    next += 1
    var site = Truth(site: .made(next))
    site.join(next, .moderator)
    site.join(next + 1_000, .admin)
    sites.append(site)
  }

  private mutating func change() {
    let number = Int.random(in: sites.indices, using: &random)
    let keys = sites[number].people.keys.sorted()
    // The first of each role stays: a list without anybody proves nothing.
    let key = random.pick(keys)
    let mayLeave = key.userID != keys.first { $0.role == key.role }?.userID
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25:
      let user = Int.random(in: 200..<206, using: &random)
      sites[number].join(user, user < 203 || random.chance(50) ? .moderator : .admin)
    case 25..<45: if mayLeave { sites[number].people[key] = nil }
    case 45..<55:
      sites[number].people[key]?.displayName = "Name \(Int.random(in: 0..<3, using: &random))"
    case 55..<60: sites[number].people[key]?.kind = random.pick([.moderator, .staff])
    case 60..<80: sites[number].people[key]?.reputation? += Int.random(in: 1..<50, using: &random)
    case 80..<85: sites[number].people[key]?.location = random.pick(["Cork", "Oslo", nil])
    case 85..<90:
      // Only who cannot be an admin too.
      let elected = keys.filter { $0.role == .moderator && $0.userID < 203 }
      sites[number].elected.insert(random.pick(elected).userID)
    case 90..<93: sites[number].site.name += "!"
    case 93..<95:
      next += 1
      sites[number].site.ref = SiteRef(testNetwork, "renamed\(next)")
    case 95..<98:
      // A list that lacks many is not believed, and which of them depends on who reads it.
      if !sites[number].isOpen || sites.allSatisfy(\.isOpen) { sites[number].isOpen.toggle() }
    default: open()
    }
  }

  // MARK: - What is read

  /// Both archives that read something.
  private func readers(_ part: Int, _ site: Int) -> [(maker: ArchiveMaker, site: SiteRef)] {
    // The whole one knows what the last list of all said.
    let listed = names[site] ?? "?"
    return [(parts[part], known[part][site] ?? "?"), (whole, listed)]
  }

  private var names: [Int: SiteRef] = [:]

  private mutating func list(_ part: Int) throws {
    now += 2
    let open = sites.indices.filter { sites[$0].isOpen }
    for maker in [parts[part], whole] {
      try maker.list(open.map { sites[$0].site }, at: day(0, now))
    }
    for number in open {
      known[part][number] = sites[number].site.ref
      names[number] = sites[number].site.ref
    }
  }

  private mutating func walk(_ site: Int, _ part: Int) throws {
    let roster = sites[site].people.values.sorted { $0.key < $1.key }
    let seconds = random.pick([1, 60, 20_000])
    let size = random.pick([1, 2, 100])
    read[part].insert(site)
    for (maker, site) in readers(part, site) {
      try maker.publish(
        roster, site: site, at: day(0, now), after: TimeInterval(seconds), pageSize: size)
    }
  }

  private mutating func elect(_ site: Int, _ part: Int) throws {
    let elected = sites[site].elected
    for (maker, site) in readers(part, site) {
      try maker.elect(elected, site: site, at: day(0, now))
    }
  }

  private mutating func fail(_ site: Int, _ part: Int) throws {
    for (maker, site) in readers(part, site) {
      try maker.fail([.made(1), .made(2)], site: site, at: day(0, now))
    }
  }
}

extension MergeWorld {
  /// The paths of the parts in another order.
  mutating func shuffledParts() -> [String] { parts.map(\.path).shuffled(using: &random) }

  /// Whether the parts are merged two by two.
  mutating func mergesInSteps() -> Bool { random.chance(30) }
}

/// Merges archives, the first two before the others where that is asked for.
///
/// - Returns: The result, and that of each step.
func merged(_ paths: [String], in folder: String, inSteps: Bool = false) throws -> [Merge] {
  func merge(_ paths: [String]) throws -> Merge {
    let archives = try paths.map { try ArchiveDatabase.open(at: $0, for: .reading) }
    return try ArchiveDatabase.merge(
      archives, into: "\(folder)/\(UUID().uuidString).sqlite", by: testRules, at: day(2_000))
  }
  guard inSteps, paths.count > 2 else { return [try merge(paths)] }
  let first = try merge(Array(paths.prefix(2)))
  return try [first, merge([first.path] + paths.dropFirst(2))]
}

extension ArchiveFile {
  /// The rows of all views but the runs, without what numbers them; the reputation of each at the end of each month, where
  /// it is another than at the end of the next; and what is searched.
  func answers() throws -> [String: [String]] {
    let numbers: Set = ["id", "run_id", "walk_id", "sha256"]
    var queries = Dictionary(
      uniqueKeysWithValues: View.allCases.filter { $0 != .runs }.map { view in
        let columns = view.columnNames.filter { !numbers.contains($0) }
        return (view.name, "SELECT \(columns.joined(separator: ", ")) FROM \(view.name)")
      })
    queries["reputation"] = """
      SELECT s.parameter, m.user_id, m.role, strftime('%Y-%m', r.replaced_at, 'unixepoch'), r.reputation, r.gold
      FROM dated_reputation r JOIN member m ON m.id = r.member JOIN site s ON s.id = m.site
      LEFT JOIN former_reputation n ON n.member = m.id
        AND n.entry = (SELECT min(entry) FROM former_reputation WHERE member = m.id AND entry > r.entry)
      WHERE r.reputation IS NOT iif(n.member IS NULL, m.reputation, n.reputation)
        OR r.gold IS NOT iif(n.member IS NULL, m.gold, n.gold)
      """
    queries["search"] = """
      SELECT s.parameter, m.user_id, m.role, d.name, d.former, d.location, d.about
      FROM search_document d JOIN member m ON m.id = d.member JOIN site s ON s.id = m.site
      """
    return try queries.mapValues { query in
      try rows(query).map { $0.map { $0 ?? "-" }.joined(separator: " | ") }.sorted()
    }
  }

  /// Where two archives give other answers, in words.
  func differences(from other: ArchiveFile) throws -> [String] {
    let (mine, theirs) = try (answers(), other.answers())
    return mine.keys.sorted().flatMap { name in
      (theirs[name] ?? []).difference(from: mine[name] ?? []).map { change in
        switch change {
        case .insert(_, let row, _): "\(name) has more: \(row)"
        case .remove(_, let row, _): "\(name) lacks: \(row)"
        }
      }
    }
  }
}
