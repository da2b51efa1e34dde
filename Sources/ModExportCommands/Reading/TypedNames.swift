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
