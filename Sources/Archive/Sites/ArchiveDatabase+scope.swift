import GRDB
package import Roster

/// Which sites an archive mirrors.
package struct Scope: Hashable, Sendable {
  /// The sites that are in the scope without being named.
  package var sites: Sites
  /// Sites that the user named; they are in the scope whatever `sites` is.
  package var names: Set<SiteRef>

  package init(_ sites: Sites = .named, names: Set<SiteRef> = []) {
    self.sites = sites
    self.names = names
  }

  /// Which sites are in a scope without being named.
  package enum Sites: String, Hashable, Sendable, CaseIterable {
    /// None.
    case named
    /// All main sites, including those that open later.
    case main
    /// All main and meta sites, including those that open later.
    case all
  }

  /// Whether no scope was set yet.
  package var isEmpty: Bool { sites == .named && names.isEmpty }

  /// Whether the scope contains a site, open or closed.
  package func holds(_ site: Site) -> Bool {
    switch sites {
    case .all: true
    case .main: site.type != .meta || names.contains(site.ref)
    case .named: names.contains(site.ref)
    }
  }
}

extension ArchiveDatabase {
  /// The scope of a network; empty where none was set.
  package func scope(of network: NetworkID) throws -> Scope {
    try read { database in
      let sites = try String.fetchOne(
        database, sql: "SELECT scope FROM network WHERE name = ?", arguments: [network])
      let names = try String.fetchSet(
        database, sql: "SELECT parameter FROM site WHERE network = ? AND in_scope = 1",
        arguments: [network])
      return Scope(
        sites.flatMap(Scope.Sites.init) ?? .named, names: Set(names.map { SiteRef(network, $0) }))
    }
  }

  /// Replaces the scope.
  ///
  /// - Throws: `unknown` where the archive does not contain a named site.
  package func setScope(_ scope: Scope, network: NetworkID) throws {
    try write { database in
      try writeScope(scope.sites, network: network, database)
      let named = try scope.names.map { try siteKey($0, database) }
      let before = try Int.fetchAll(
        database, sql: "SELECT id FROM site WHERE network = ? AND in_scope = 1",
        arguments: [network])
      for site in Set(before).subtracting(named) { try name(site, false, database) }
      for site in Set(named).subtracting(before) { try name(site, true, database) }
    }
  }

  /// Adds sites to the scope; the sites already in it stay.
  ///
  /// - Throws: `unknown` where the archive does not contain one of the sites.
  package func addToScope(_ sites: [SiteRef]) throws {
    try write { database in
      for site in sites {
        try name(siteKey(site, database), true, database)
      }
    }
  }

  private func writeScope(
    _ sites: Scope.Sites, network: NetworkID, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO network (name, scope) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET scope = ?2
        """, arguments: [network, sites == .named ? nil : sites.rawValue])
  }

  private func name(_ site: Int, _ isNamed: Bool, _ database: Database) throws {
    try database.execute(
      sql: "UPDATE site SET in_scope = ? WHERE id = ?", arguments: [isNamed, site])
  }
}
