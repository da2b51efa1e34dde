import Foundation
import Reports
import Roster
import Tables
import TestKit

/// A small archive in memory, which a test may change before it reports it.
struct SampleSource: ReportSource, Sendable {
  var asOf = Date(unixSeconds: 1_795_132_800)
  var generator = "modexport 0.0.0"
  var origin: String? = "https://api.stackexchange.com/2.3"
  var identity = "0b4e9a7c-2f7e-4d0c-9d1c-5f3f1c5f8a11"
  var head: String? = String(repeating: "0123456789abcdef", count: 4)
  var firstNetwork: NetworkID? = testNetwork
  var rows: [View: [Row]] = [:]
  /// Thrown before the first row of this view.
  var failingView: View?

  struct Broken: Error {}

  init(rows: [View: [Row]] = [:]) {
    self.rows = rows
  }

  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?,
    _ body: (Row) throws -> Void
  ) throws {
    if view == failingView { throw Broken() }
    let wanted = sorted(view, by: order).filter { row in
      site.map { belongs(row, of: view, to: $0) } ?? true
    }
    try wanted.prefix(limit ?? .max).forEach(body)
  }

  /// By user id.
  var histories: [Int: [ReputationPoint]] = [:]
  /// Tenures by user id, before the one that the row tells of.
  var earlier: [Int: [Tenure]] = [:]
  /// What logs tell of tenures that no roster could show, by user id.
  var unseen: [Int: [Tenure]] = [:]
  /// Former names by user id.
  var names: [Int: [NamePeriod]] = [:]
  /// What users were called in turn, as lists of a day name them, by user id.
  var datedNames: [Int: [DatedName]] = [:]
  /// The times of the reading before somebody joined, by user id.
  var absentBefore: [Int: Date] = [:]
  var faults: [SiteRef: String] = [:]

  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (PersonOnSite) throws -> Void
  ) throws {
    let view = former ? View.formerModerators : .moderators
    try forEachRow(of: view, site: site, order: .reader, limit: limit) { try body(onSite($0)) }
  }

  func proof(of site: SiteRef) throws -> RosterProof? {
    guard let walk = rows[.walks]?.last(where: { belongs($0, of: .walks, to: site) }) else {
      return nil
    }
    return RosterProof(walk: walk, pages: (rows[.pages] ?? []).filter { $0[0] == walk[0] })
  }

  func forEachRoster(_ body: (RosterLine) throws -> Void) throws {
    for walk in rows[.walks] ?? [] {
      let walk = Record<WalkColumn>(walk)
      guard walk.verdict == .complete, let finished = walk[.finishedAt] else { continue }
      try body(
        RosterLine(
          site: walk.site, day: String(finished.prefix(10)), grade: walk[.grade] ?? "complete",
          count: walk.number(.items) ?? 0, digest: String(repeating: "ab", count: 32)))
    }
  }

  func withheldCount(of site: SiteRef, former: Bool) throws -> Int { 0 }

  func copyArchive(to path: String) throws {
    try Data("an archive".utf8).write(to: URL(filePath: path))
  }

  /// Changes a column of all rows of a site.
  mutating func set(_ view: View, _ column: String, of site: SiteID, to cell: Cell) {
    guard let index = view.columnNames.firstIndex(of: column) else { return }
    rows[view] = rows[view]?.map { row in
      var row = row
      if belongs(row, of: view, to: SiteRef(test: site)) { row[index] = cell }
      return row
    }
  }

  private func sorted(_ view: View, by order: ViewOrder) -> [Row] {
    let rows = rows[view] ?? []
    guard order == .reader else { return rows }
    switch view {
    case .changes, .walks: return rows.reversed()
    case .moderators, .people:
      let columns = ["sites", "reputation"].compactMap(view.columnNames.firstIndex)
      let kind = view.columnNames.firstIndex(of: "kind")
      return rows.sorted { one, other in
        if let kind, one[kind] != other[kind] { return rank(one[kind]) < rank(other[kind]) }
        let pair = columns.map { (number(one[$0]), number(other[$0])) }
        return pair.first { $0 != $1 }.map { $0 > $1 } ?? false
      }
    default: return rows
    }
  }

  private func rank(_ kind: Cell) -> Int {
    kind == "moderator" ? 0 : kind == "staff" ? 1 : 2
  }

  func number(_ cell: Cell) -> Int {
    if case .integer(let number) = cell { number } else { 0 }
  }

  private func belongs(_ row: Row, of view: View, to site: SiteRef) -> Bool {
    guard let column = view.columnNames.firstIndex(of: "site") else { return false }
    return row[column] == .text(site.id) && row[column - 1] == .text(site.network)
  }
}

extension View {
  /// A row with the named cells, null elsewhere.
  func row(_ cells: KeyValuePairs<String, Cell>) -> Row {
    var row = Row(repeating: .null, count: columns.count)
    for (name, cell) in cells {
      guard let index = columnNames.firstIndex(of: name) else {
        preconditionFailure("\(self.name) has no column \(name)")
      }
      row[index] = cell
    }
    return row
  }
}
