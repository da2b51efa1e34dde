import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// The option that narrows what a reading command shows to one network.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only this network, such as wikimedia.", valueName: "name"),
    completion: .list(NetworkRegistry.standard.entries.map(\.id)))
  var network: String?

  /// A site as the user typed it, with the network before it.
  func typed(_ site: String) -> String {
    guard let network, !site.hasPrefix("\(network):") else { return site }
    return "\(network):\(site)"
  }

  /// The network; nil for all.
  ///
  /// - Throws: `CommandFailure` (64) where the archive has no sites of it; `ArchiveError`.
  func id(in archive: ArchiveDatabase) throws -> NetworkID? {
    guard let network else { return nil }
    let known = try archive.networks()
    guard known.contains(network) else {
      let names = known.isEmpty ? "none" : known.joined(separator: ", ")
      throw CommandFailure(
        .usage, "The archive has no sites of a network '\(network)'; it has: \(names).")
    }
    return network
  }
}

/// The option that chooses kinds of moderators.
struct KindOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only moderator, staff or community, or several with commas between them.",
      valueName: "kind,…"),
    completion: .list(["moderator", "staff", "community"]),
    transform: Moderator.Kind.option)
  var kind: [Moderator.Kind] = []

  /// The rows of moderators of these kinds; all where none is named.
  func applied(to listing: Listing) -> Listing {
    var chosen = listing
    chosen.rows = listing.rows.filter { kind.choose(Record<ModeratorColumn>($0).kind) }
    return chosen
  }
}

/// The option that chooses roles of moderators.
struct RoleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only this role, such as admin, or several with commas between them.", valueName: "role,…"),
    transform: Role.option)
  var role: [Role] = []

  /// - Throws: `CommandFailure` (64) where the archive has nobody of such a role; `ArchiveError`.
  func check(in archive: ArchiveDatabase) throws {
    let known = try archive.roles()
    guard let unknown = role.first(where: { !known.contains($0) }) else { return }
    let names = known.sorted().map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(
      .usage, "The archive has no role '\(unknown.rawValue)'; it has: \(names).")
  }

  /// The failure if the answer about a site is empty because nobody reads the list of such a role there; nil where all
  /// are read.
  func unread(of site: Site, in archive: ArchiveDatabase) throws -> CommandFailure? {
    let listed = try archive.listedRoles(of: site.ref, in: site.ref.network)
    guard !listed.isEmpty, let unread = role.first(where: { !listed.contains($0) }) else {
      return nil
    }
    let names = listed.sorted().map(\.rawValue).joined(separator: ", ")
    return CommandFailure(
      .incomplete,
      "Nobody looked at who has the role '\(unread.rawValue)' on \(site.name); read there: \(names)."
    )
  }

  /// The rows of moderators with these roles; all where none is named.
  func applied(to listing: Listing) -> Listing {
    guard !role.isEmpty else { return listing }
    var chosen = listing
    let names = Set(role.map(\.rawValue))
    chosen.rows = listing.rows.filter { row in
      Record<ModeratorColumn>(row)[.role].map(names.contains) ?? false
    }
    return chosen
  }
}

extension Role {
  /// Reads names with commas between them; throws `ValidationError` where one is empty. Each network has
  /// names of its own.
  fileprivate static func option(_ text: String) throws -> [Role] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if name.isEmpty { throw ValidationError("give the names of roles, such as admin.") }
      return Role(rawValue: String(name))
    }
  }
}

extension Sequence<Row> {
  /// Whether a row has another role than `moderator`: then roles are shown.
  func haveRoles<Column: RoleRowColumn>(_ columns: Column.Type) -> Bool {
    contains { row in
      Record<Column>(row)[.role].map { $0 != Role.moderator.rawValue } ?? false
    }
  }
}
