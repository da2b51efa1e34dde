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
}

/// What an import of a dump of logs did.
package struct LogBackfill: Hashable, Sendable {
  /// The entry of the ledger: that of the first import where the same file was read before.
  package var entry: Int
  package var isRepeated = false
  /// Rows that were new, or told something else than before.
  package var kept = 0
  /// Nil where the file was read before.
  package var reach: LogDumpReach?
  /// Whether the log about all sites was never read: nothing is told of the site before it is.
  package var lacksCentral = false
}

extension LogState {
  /// The same with what a dump has of the log; nil where neither has what is between the two.
  func joining(_ dump: LogDumpReach) -> LogState? {
    var state = self
    if let readUntil {
      let isJoined =
        (dump.isWhole || dump.first <= readUntil)
        && (isWhole || oldestAt.map { $0 <= dump.last } ?? false)
      guard isJoined else { return nil }
    }
    state.newestAt = max(newestAt ?? dump.last, dump.last)
    // Rows are known up to before this moment: those of the last second too.
    let end = dump.last.addingTimeInterval(1)
    state.readUntil = max(readUntil ?? end, end)
    state.oldestAt = min(oldestAt ?? dump.first, dump.first)
    state.isWhole = isWhole || dump.isWhole
    return state
  }
}
