import Archive
import FoundationEssentials
import Roster

/// What a comparison of two moments says to its reader.
struct ComparisonReport {
  private let comparison: RosterComparison
  private let earlier: Date
  /// Who looked at the only site around both moments; nil where all sites were compared.
  private let lookWords: [String]?

  /// - Parameter site: The only site that was compared; nil for all sites.
  /// - Throws: `ArchiveError`.
  init(
    _ comparison: RosterComparison, of site: SiteRef?, from earlier: Date,
    in archive: ArchiveDatabase, now: Date
  ) throws {
    (self.comparison, self.earlier) = (comparison, earlier)
    lookWords = try site.map { site in
      try comparison.sites(.compared).flatMap { compared in
        try [("earlier", compared.earlier), ("later", compared.later)].map { name, span in
          let readings = try archive.readings(of: site, around: span, now: now)
          return
            "At the \(name) date: \(readings.words(of: compared.look.name, span, compared.look))."
        }
      }
    }
  }

  private var isOneSite: Bool { lookWords != nil }

  /// All columns, for programs.
  var rows: Listing {
    Listing(
      columns: DifferenceColumn.columns,
      rows: comparison.differences.map { difference in
        DifferenceColumn.allCases.map { difference.cell($0) }
      })
  }

  /// For people; a column in which all rows are the same is left out.
  var table: Listing {
    let columns = [
      View.Column("", .text, ""), DifferenceColumn.site.column, DifferenceColumn.userID.column,
      DifferenceColumn.displayName.column, View.Column("change", .text, ""),
      DifferenceColumn.known.column, View.Column("when", .text, "", shortening: .never),
      TenureBounds.wordColumns[2],
    ]
    let differences = comparison.differences
    let unwanted =
      (differences.contains { $0.known == .maybe } ? [] : ["known"])
      + (differences.contains { $0.source != .reading } ? [] : ["by"])
    return Listing(
      columns: columns,
      rows: differences.map { found in
        [
          .text(found.what.mark), .text(found.site.id), Cell(found.tenure.userID),
          .text(found.tenure.name), .text(found.sentence), .text(found.known.rawValue),
          .text(TenureBounds.words(found.happenedAfter, found.happenedBy)),
          .text(
            found.source == found.tenure.bounds.source
              ? found.tenure.bounds.by : found.source.words),
        ]
      }
    ).selecting(columns.map(\.name).filter { !unwanted.contains($0) })
  }

  /// What a reader of the rows must know, as sentences.
  var notes: [String] {
    let compared = comparison.sites(.compared)
    let none =
      comparison.differences.isEmpty && !compared.isEmpty
      ? "No differences at \(compared.count.counted("site"))." : nil
    return [none, unsureNote, passageNote].compactMap(\.self) + (lookWords ?? [])
      + [closedNote, absenceNote].compactMap(\.self)
  }

  private var unsureNote: String? {
    let count = comparison.unsure
    guard count > 0 else { return nil }
    return
      "Of \(count.counted("moderator")) nobody knows whether they held a role at both dates; `modexport list SITE --as-of DAY` names them."
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
    if never == comparison.sites.count { return "Nobody looked at any site by either date." }
    return never == 0
      ? nil : "Nobody looked at \(never.counted("other site", "other sites")) by either date."
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
      "Between the two dates, \(parts.joined(separator: " and ")); `modexport changes` lists what readings saw."
  }

  /// The failure if a site cannot be compared, or not up to the later date.
  var failure: CommandFailure? {
    let sentences = [incomparable, outdated, hidden].compactMap(\.self)
    return sentences.isEmpty
      ? nil : CommandFailure(.incomplete, sentences.joined(separator: " "))
  }

  private var incomparable: String? {
    let unknown = comparison.sites(.onlyLater) + (isOneSite ? comparison.sites(.never) : [])
    let unread = comparison.sites(.notReadBetween)
    let closed = comparison.sites(.closedBetween) + (isOneSite ? comparison.sites(.closed) : [])
    let reasons = [
      ("nobody looked by \(earlier.rfc3339)", unknown, Self.names(unknown)),
      ("not read between the two dates", unread, Self.names(unread)),
      (
        "closed, and not read between the two dates", closed,
        Self.names(closed) { "\($0.look.site.id) (\($0.closing))" }
      ),
    ].filter { !$0.1.isEmpty }
    let count = reasons.reduce(0) { $0 + $1.1.count }
    let words = reasons.map { "\($0.0): \($0.2)" }.joined(separator: "; ")
    return count == 0 ? nil : "\(count.counted("site")) cannot be compared; \(words)."
  }

  private var outdated: String? {
    let sites = comparison.sites(.compared).filter(\.isOutdated)
    let names = Self.names(sites) {
      "\($0.look.site.id) (last on \($0.look.until?.dayWords ?? "an unknown day"))"
    }
    return sites.isEmpty ? nil : "Nobody looked on the later date: \(names)."
  }

  /// Where only a log looked, and can hide what changed.
  private var hidden: String? {
    let different = Set(comparison.differences.map(\.site))
    let sites = comparison.sites(.compared).filter {
      $0.look.hidesRows && !$0.look.isRead && !different.contains($0.look.site)
    }
    return sites.isEmpty
      ? nil : "The rights log \(SiteLooks.hiding): \(Self.names(sites))."
  }

  /// The ids of sites, or what else is said of each, and how many there are beyond the first ones.
  private static func names(
    _ sites: [ComparedSite], _ name: (ComparedSite) -> String = { $0.look.site.id }
  ) -> String {
    let named = sites.prefix(20).map(name).joined(separator: ", ")
    return sites.count > 20 ? "\(named) and \(sites.count - 20) more" : named
  }
}

extension ComparedSite {
  /// When a closed site was last read, and when it was found to be closed.
  fileprivate var closing: String {
    [
      look.lastReading.map { "last read at \($0.rfc3339)" },
      look.closedAt.map { "closed by \($0.rfc3339)" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension NetDifference {
  fileprivate func cell(_ column: DifferenceColumn) -> Cell {
    switch column {
    case .network: .text(site.network)
    case .site: .text(site.id)
    case .userID: Cell(tenure.userID)
    case .accountID: Cell(tenure.accountID)
    case .displayName: .text(tenure.name)
    case .kind: Cell(tenure.kind?.rawValue)
    case .role: .text(tenure.role.rawValue)
    case .change: .text(what.rawValue)
    case .known: .text(known.rawValue)
    case .before: Cell(before)
    case .after: Cell(after)
    case .happenedAfter: Cell(happenedAfter)
    case .happenedBy: Cell(happenedBy)
    case .source: .text(source.rawValue)
    }
  }

  /// What happened, in words.
  fileprivate var sentence: String {
    let kind = tenure.kind ?? .moderator
    let words =
      (tenure.role == .moderator ? [] : [tenure.role.words])
      + (kind == .moderator ? [] : [kind.rawValue])
    let role = words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    return switch what {
    case .joined, .returned, .left: what.rawValue + role
    case .renamed: "was called \(before ?? "")"
    case .kind: "\(before ?? "") became \(after ?? "")"
    case .elected: after == "1" ? "was elected" : "is not elected"
    }
  }
}

extension NetDifference.Kind {
  /// The mark before a line.
  fileprivate var mark: String {
    switch self {
    case .joined, .returned: "+"
    case .left: "-"
    case .renamed, .kind, .elected: "~"
    }
  }
}
