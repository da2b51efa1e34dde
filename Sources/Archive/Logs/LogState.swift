package import FoundationEssentials
package import Roster

/// A log of a network, as an archive names it.
package struct LogRef: Hashable, Sendable {
  package var network: NetworkID
  /// Nil for a log about all sites of the network.
  package var site: SiteRef?
  package var name: String

  package init(_ name: String, of site: SiteRef?, in network: NetworkID) {
    self.network = network
    self.site = site
    self.name = name
  }
}

/// How far a log was read: from ``oldestAt`` to ``newestAt``.
package struct LogState: Hashable, Sendable {
  /// The time of the latest row that was read; nil where none was.
  package var newestAt: Date?
  /// The time of the earliest row that was read; nil where none was.
  package var oldestAt: Date?
  /// Whether the log was read back to its beginning.
  package var isWhole = false
  /// The latest moment at which the log's end was reached; nil where it never was. Rows up to then
  /// were read, as far as ``oldestAt``.
  package var readUntil: Date?
  /// Rows that are about none of these roles were not kept.
  package var roles: Set<Role> = []

  /// Nothing was read.
  package init(roles: Set<Role> = []) {
    self.roles = roles
  }

  /// How far the log was read by two who each read a part of it; nil where neither has what is between the two.
  func joining(_ other: LogState) -> LogState? {
    guard let readUntil else { return other }
    guard let end = other.readUntil else { return self }
    guard isWhole || oldestAt ?? readUntil <= end,
      other.isWhole || other.oldestAt ?? end <= readUntil
    else { return nil }
    var state = LogState(roles: roles.intersection(other.roles))
    state.newestAt = [newestAt, other.newestAt].compactMap(\.self).max()
    state.oldestAt = [oldestAt, other.oldestAt].compactMap(\.self).min()
    state.isWhole = isWhole || other.isWhole
    state.readUntil = max(readUntil, end)
    return state
  }
}
