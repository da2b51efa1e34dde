package import FoundationEssentials

/// The renames that the logs of one site tell.
///
/// An account is followed by its name from one moment to another, forwards or backwards, as far as no row between them says
/// that the name can have been given up or taken unseen.
package struct RenameLog: Hashable, Sendable {
  private let rows: [Row]

  private struct Row: Hashable, Sendable {
    var time: Date
    var rename: UserRename

    /// Whether the name can be that of another account before or after the row.
    func mentions(_ name: String) -> Bool {
      rename.oldName.map { $0 == name } ?? true || rename.newName == name
    }
  }

  /// - Parameter entries: In any order; rows about rights tell no names.
  package init(_ entries: [LogEntry]) {
    rows = entries.compactMap { entry in
      if case .rename(let rename) = entry.content {
        (id: entry.id, row: Row(time: entry.time, rename: rename))
      } else {
        nil
      }
    }.sorted { ($0.row.time, $0.id) < ($1.row.time, $1.id) }.map(\.row)
  }

  /// The first row from a moment on that can be about a name; nil where there is none.
  package func firstMention(of name: String, from moment: Date) -> Date? {
    rows[rows.partitioningIndex(where: { $0.time >= moment })...].first { $0.mentions(name) }?.time
  }

  /// The names that an account got in turn after a moment at which it had a name, and when.
  package func names(
    after name: String, from moment: Date, until end: Date
  ) -> [(name: String, since: Date)] {
    var found: [(name: String, since: Date)] = []
    for row in rows[rows.partitioningIndex(where: { $0.time >= moment })...] {
      guard row.time < end else { break }
      let current = found.last?.name ?? name
      guard row.mentions(current) else { continue }
      guard row.rename.oldName == current, let next = row.rename.newName else { break }
      if next != current { found.append((next, row.time)) }
    }
    return found
  }

  /// The names that an account gave up in turn before a moment at which it had a name, the last one first, and when.
  package func names(
    before name: String, at moment: Date
  ) -> [FormerName] {
    var found: [FormerName] = []
    for row in rows[..<rows.partitioningIndex(where: { $0.time > moment })].reversed() {
      let current = found.last?.name ?? name
      guard row.mentions(current) else { continue }
      guard row.rename.newName == current, let former = row.rename.oldName else { break }
      if former != current { found.append(FormerName(name: former, until: row.time)) }
    }
    return found
  }

  /// The names that the first account had in turn that a row says to have had a name; none where no row does.
  package func periods(ofFirst name: String) -> [NamePeriod] {
    guard let first = firstMention(of: name, from: .distantPast) else { return [] }
    var all = completing([NamePeriod(name: name, firstSeen: first, lastSeen: first)])
    let start = all.count > 1 ? first + 1 : first
    for (name, since) in names(after: name, from: start, until: .distantFuture) {
      all[all.endIndex - 1].lastSeen = since
      all.append(NamePeriod(name: name, firstSeen: since, lastSeen: since))
    }
    return all
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// The names that an account had, with those that the log tells before and between those that readings showed.
  ///
  /// - Parameters:
  ///   - periods: By readings, the oldest first; each name was had at both of its moments.
  ///   - start: The first moment at which the account held a role by another log, under the name of then; nil for none.
  package func completing(_ periods: [NamePeriod], since start: Date? = nil) -> [NamePeriod] {
    guard var first = periods.first, !rows.isEmpty else { return periods }
    let margin = RightsHistory.clockMargin
    let former = names(before: first.name, at: first.firstSeen + margin).reversed()
    if let taken = former.last?.until { first.firstSeen = min(first.firstSeen, taken) }
    var all = NamePeriod.all(Array(former), since: start) + [first]
    for (old, new) in zip(periods, periods.dropFirst()) {
      let told = names(
        after: old.name, from: old.lastSeen - margin, until: new.firstSeen + margin)
      // What does not lead to the next name that a reading showed is of another account.
      let isOfAccount = told.last?.name == new.name
      for (name, since) in isOfAccount ? told.dropLast() : [] {
        all[all.endIndex - 1].lastSeen = since
        all.append(NamePeriod(name: name, firstSeen: since, lastSeen: since))
      }
      all.append(new)
      if isOfAccount, let since = told.last?.since {
        all[all.endIndex - 2].lastSeen = since
        all[all.endIndex - 1].firstSeen = since
      }
    }
    return all
  }
}
