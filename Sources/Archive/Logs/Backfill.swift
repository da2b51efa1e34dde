package import FoundationEssentials
package import Roster

/// An imported file, such as a dump of logs.
package struct BackfillFile: Hashable, Sendable {
  package var name: String
  package var bytes: Int
  /// In hexadecimal digits.
  package var sha256: String

  package init(name: String, bytes: Int, sha256: String) {
    (self.name, self.bytes, self.sha256) = (name, bytes, sha256)
  }
}

/// The logs of which a dump of one wiki's logs has rows.
package struct DumpedLogs: Hashable, Sendable {
  package var site: SiteRef
  /// The names of the site's own logs.
  package var names: [String]
  /// The name of the log about all sites of the network, which tells of this one, too; nil where there is none.
  package var central: String?
  /// Whether the dump has that log, which is also the one of a site.
  package var hasCentral: Bool

  package init(of site: SiteRef, names: [String], central: String?, hasCentral: Bool = false) {
    (self.site, self.names, self.central, self.hasCentral) = (site, names, central, hasCentral)
  }
}

/// From when to when a dump has all rows of the logs.
package struct LogDumpReach: Hashable, Sendable {
  package var first: Date
  package var last: Date
  /// Whether it begins with the logs themselves.
  package var isWhole: Bool

  package init(from first: Date, until last: Date, isWhole: Bool) {
    (self.first, self.last, self.isWhole) = (first, last, isWhole)
  }

  /// How far a log is read with it.
  func state(of roles: Set<Role>) -> LogState {
    var state = LogState(roles: roles)
    (state.oldestAt, state.newestAt, state.isWhole) = (first, last, isWhole)
    // Rows are known up to before this moment: those of the last second too.
    state.readUntil = last.addingTimeInterval(1)
    return state
  }
}

/// What an import of a dump of logs did.
package struct LogBackfill: Hashable, Sendable {
  /// The entry of the ledger: that of the first import where the same file was read before.
  package var entry: Int
  package var isRepeated = false
  /// Rows that were new, or told something else than before.
  package var kept = 0
  /// Rows that are left out because they are dated more than a day ahead.
  package var yetToCome = 0
  /// Rows that are left out because they are about people who are withheld.
  package var withheld = 0
  /// Nil where the file was read before.
  package var reach: LogDumpReach?
  /// Also where the file was read before.
  package var contradictions: [Contradiction] = []
  package var differing = DifferingRows()
  /// Whether the log about all sites was never read: nothing is told of the site before it is.
  package var lacksCentral = false
}
