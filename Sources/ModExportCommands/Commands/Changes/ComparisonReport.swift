import Archive
import FoundationEssentials
import Roster

/// What a comparison of rosters says to its reader.
struct ComparisonReport {
  private let comparison: RosterComparison
  private let earlier: Date
  private let later: Date?
  private let isOneSite: Bool

  /// - Parameters:
  ///   - later: Nil for the current rosters.
  ///   - site: What the user called the only site that was compared; nil for all sites.
  init(_ comparison: RosterComparison, earlier: Date, later: Date?, site: String?) {
    (self.comparison, self.earlier, self.later) = (comparison, earlier, later)
    isOneSite = site != nil
  }

  /// All columns, for programs.
  var rows: Listing {
    Listing(
      columns: DifferenceColumn.columns,
      rows: comparison.differences.map { difference in
        DifferenceColumn.allCases.map { difference.cell($0) }
      })
  }

  /// For people.
  var table: Listing {
    let columns = [
      View.Column("", .text, ""), DifferenceColumn.site.column, DifferenceColumn.userID.column,
      DifferenceColumn.displayName.column, View.Column("change", .text, ""),
      View.Column("between", .text, "", shortening: .never),
    ]
    return Listing(
      columns: columns,
      rows: comparison.differences.map { found in
        [
          .text(found.difference.what.mark), .text(found.site.id),
          .integer(found.difference.userID), .text(found.difference.displayName),
          .text(found.sentence), .text(found.difference.span),
        ]
      })
  }

  /// What a reader of the rows must know, as sentences.
  var notes: [String] {
    let compared = comparison.sites(.compared)
    var notes: [String] = []
    if comparison.differences.isEmpty, !compared.isEmpty {
      notes.append("No differences at \(compared.count.counted("site")).")
    }
    notes += [passageNote, unprovenNote].compactMap(\.self)
    if isOneSite, let site = compared.first, let first = site.earlier, let last = site.later {
      notes.append(
        "\(site.name): rosters read at \(first.readAt.rfc3339) and at \(last.readAt.rfc3339).")
    }
    notes += [closedNote, absenceNote].compactMap(\.self)
    return notes
  }

  private var closedNote: String? {
    let closed = isOneSite ? [] : comparison.sites(.closed)
    guard !closed.isEmpty else { return nil }
    let were = closed.count.counted("site was", "sites were")
    return "\(were) closed before the first date: \(Self.names(closed))."
  }

  private var absenceNote: String? {
    guard !isOneSite else { return nil }
    let never = comparison.sites(.never).count
    if never == comparison.sites.count { return "The archive contains no roster of either date." }
    return never == 0 ? nil : "\(never.counted("site has", "sites have")) no roster of either date."
  }

  private var passageNote: String? {
    let came = comparison.passages[.cameAndWent, default: 0]
    let left = comparison.passages[.leftAndReturned, default: 0]
    let parts = [
      came > 0 ? "\(came.counted("moderator")) came and went" : nil,
      left > 0 ? "\(left.counted("moderator")) left and came back" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return
      "Between the two dates, \(parts.joined(separator: " and ")); `modexport changes` lists them."
  }

  private var unprovenNote: String? {
    let sites = comparison.sites(.compared).filter {
      $0.earlier?.verdict == .unproven || $0.later?.verdict == .unproven
    }
    return sites.isEmpty ? nil : "Compared with unproven rosters: \(Self.names(sites))."
  }

  /// The failure if a site cannot be compared.
  var failure: CommandFailure? {
    var reasons: [String] = []
    let unknown = comparison.sites(.onlyLater) + (isOneSite ? comparison.sites(.never) : [])
    if !unknown.isEmpty {
      reasons.append("no roster of \(earlier.rfc3339) or before: \(Self.names(unknown))")
    }
    let unread = comparison.sites(.notReadBetween)
    if !unread.isEmpty {
      reasons.append("not read between the two dates: \(Self.names(unread))")
    }
    let closed = comparison.sites(.closedBetween) + (isOneSite ? comparison.sites(.closed) : [])
    if !closed.isEmpty {
      let names = Self.names(closed) { "\($0.site.id) (\($0.closing))" }
      reasons.append("closed, and not read between the two dates: \(names)")
    }
    guard !reasons.isEmpty else { return nil }
    let count = (unknown.count + unread.count + closed.count).counted("site")
    return CommandFailure(
      .incomplete, "\(count) cannot be compared; \(reasons.joined(separator: "; ")).")
  }

  /// The ids of sites, or what else is said of each, and how many there are beyond the first ones.
  private static func names(
    _ sites: [ComparedSite], _ name: (ComparedSite) -> String = { $0.site.id }
  ) -> String {
    let named = sites.prefix(20).map(name).joined(separator: ", ")
    return sites.count > 20 ? "\(named) and \(sites.count - 20) more" : named
  }
}

extension ComparedSite {
  /// When a closed site was last read, and when it was found to be closed.
  fileprivate var closing: String {
    [
      later.map { "last read at \($0.readAt.rfc3339)" },
      closedAt.map { "closed by \($0.rfc3339)" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension RosterComparison.SiteDifference {
  fileprivate func cell(_ column: DifferenceColumn) -> Cell {
    switch column {
    case .network: .text(site.network)
    case .site: .text(site.id)
    case .userID: .integer(difference.userID)
    case .accountID: Cell(difference.accountID)
    case .displayName: .text(difference.displayName)
    case .kind: .text(kind.rawValue)
    case .change: .text(difference.what.rawValue)
    case .before: Cell(difference.before)
    case .after: Cell(difference.after)
    case .previousWalkAt: Cell(difference.previousWalkAt)
    case .observedAt: Cell(difference.observedAt)
    case .role: .text(difference.role.rawValue)
    }
  }

  /// What happened, in words.
  fileprivate var sentence: String {
    let roles = difference.role == .moderator ? [] : [difference.role.words]
    let words = roles + (kind == .moderator ? [] : [kind.rawValue])
    let role = words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    return switch difference.what {
    case .joined: "joined\(role)"
    case .returned: "returned\(role)"
    case .left: "left\(role)"
    case .renamed: "was called \(difference.before ?? "")"
    case .kind: "\(difference.before ?? "") became \(difference.after ?? "")"
    case .elected: difference.after == "1" ? "was elected" : "is not elected"
    }
  }
}

extension RosterDifference {
  /// The days of the two readings, or their moments on one day.
  fileprivate var span: String {
    let days = (previousWalkAt.utcDay, observedAt.utcDay)
    if days.0 != days.1 { return "\(days.0) and \(days.1)" }
    return "\(previousWalkAt.rfc3339) and \(observedAt.rfc3339.dropFirst(11))"
  }
}

extension RosterDifference.Kind {
  /// The mark before a line.
  fileprivate var mark: String {
    switch self {
    case .joined, .returned: "+"
    case .left: "-"
    case .renamed, .kind, .elected: "~"
    }
  }
}
