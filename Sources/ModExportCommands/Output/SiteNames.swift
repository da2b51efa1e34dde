import Archive
import Roster

/// What sites and people are called on a command line: by the id alone where it means one, else with the
/// network before it.
struct TypedNames: Sendable {
  private let names: [SiteRef: String]
  private let sharedIDs: Set<SiteID>
  private let hasSeveralNetworks: Bool

  /// - Parameter names: Those of all sites of the archive.
  init(_ names: [SiteRef: String]) {
    self.names = names
    let network = names.first?.key.network
    hasSeveralNetworks = names.keys.contains { $0.network != network }
    // In one network no two sites have the same id.
    let sites = hasSeveralNetworks ? Dictionary(grouping: names.keys, by: \.id) : [:]
    sharedIDs = Set(sites.filter { $0.value.count > 1 }.keys)
  }

  /// What the site calls itself; its id where the archive does not know it.
  func name(of site: SiteRef) -> String { names[site] ?? site.id }

  /// What commands take for a site.
  func id(of site: SiteRef) -> String {
    sharedIDs.contains(site.id) ? site.description : site.id
  }

  /// What commands take for a user of a site, who may have an account.
  ///
  /// - Throws: `ArchiveError`.
  func person(
    account: Int?, user: Int, of site: SiteRef, in archive: ArchiveDatabase
  ) throws -> String {
    guard let account else { return "\(id(of: site))/\(user)" }
    guard hasSeveralNetworks, try archive.networks(withAccount: account).count > 1 else {
      return String(account)
    }
    return "\(site.network):\(account)"
  }
}

extension ArchiveDatabase {
  /// What its sites are called on a command line.
  func typedNames() throws -> TypedNames { TypedNames(try siteNames()) }
}

/// The rosters of sites that are published without being proven complete, to be marked wherever they are shown; not
/// those that are corroborated, because their networks have no better ones.
struct UnprovenRosters {
  /// Such as "unproven (grade published)", by site.
  let words: [SiteRef: String]
  private let names: TypedNames

  /// - Parameters:
  ///   - sites: Those that are shown; nil for all.
  ///   - names: The names of all sites where they were read already.
  /// - Throws: `ArchiveError`.
  init(of sites: Set<SiteRef>? = nil, named names: TypedNames? = nil, in archive: ArchiveDatabase)
    throws
  {
    words = try archive.unprovenRosters().filter {
      $0.value != .corroborated && (sites?.contains($0.key) ?? true)
    }.mapValues {
      "unproven" + $0.inBrackets
    }
    self.names = try words.isEmpty ? TypedNames([:]) : names ?? archive.typedNames()
  }

  /// Which rosters are unproven, as a sentence; nil where all are proven.
  var sentence: String? {
    let sites = words.sorted { $0.key < $1.key }
    let named = sites.prefix(Self.mostNamed).map { "\(names.id(of: $0.key)) is \($0.value)" }
    guard !named.isEmpty else { return nil }
    let more = sites.count - named.count
    let others = more > 0 ? ", and \(more.counted("other")) too; `modexport sites` lists them" : ""
    return "The roster of \(named.joined(separator: ", that of "))\(others)."
  }

  /// The most rosters that the sentence names.
  private static let mostNamed = 4
}

extension CommandContext {
  /// Notes which of the rosters behind a result are unproven.
  func note(_ unproven: UnprovenRosters) {
    if let sentence = unproven.sentence { note(sentence) }
  }
}
