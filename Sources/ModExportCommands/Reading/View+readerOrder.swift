import Reports
import Roster

extension View {
  /// Moderators or people in the order of their key, as readers want them; see `ReportOrder`.
  func inReaderOrder(_ rows: [Row]) -> [Row] {
    let record = Record(of: self)
    // The sort is stable: rows alike stay in the order of their key.
    func sorted<Key: Comparable>(_ key: (Record) -> Key) -> [Row] {
      rows.map { (key: key(record.with($0)), row: $0) }.sorted { $0.key > $1.key }.map(\.row)
    }
    switch self {
    case .moderators: return sorted { $0.number("reputation") ?? .min }
    case .formerModerators: return sorted { $0["left_at"] ?? "" }
    case .people:
      return sorted { Ranking($0.number("sites") ?? 0, $0.number("reputation") ?? .min) }
    case .sites, .changes, .walks, .pages, .runs: return rows
    }
  }
}

/// Two numbers, of which the first weighs more.
private struct Ranking: Comparable {
  var first: Int
  var second: Int

  init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }

  static func < (one: Ranking, other: Ranking) -> Bool {
    (one.first, one.second) < (other.first, other.second)
  }
}
