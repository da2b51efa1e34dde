import Roster

/// A table that was written as files.
struct PartitionedTable: Hashable {
  let view: View
  /// How many rows it has: without any it has no file.
  var rows = 0

  /// The columns that are names of folders instead of values in files.
  var partitions: [View.Column] { view.columns.filter { view.partitions.contains($0.name) } }

  /// The columns in files.
  var columns: [View.Column] { view.columns.filter { !view.partitions.contains($0.name) } }

  /// Its files, as a pattern.
  var pattern: String {
    ([view.name] + view.partitions.map { _ in "*" } + [PartitionWriter.fileName])
      .joined(separator: "/")
  }
}

extension View {
  /// The columns whose values are names of folders, from the outside to the inside.
  var partitions: [String] {
    switch self {
    case .sites, .people, .moderators, .formerModerators, .tenures, .observations, .changes, .walks:
      ["network"]
    case .pages, .runs: []
    }
  }
}
