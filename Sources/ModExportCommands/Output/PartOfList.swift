import Roster

/// How much of a list is printed.
struct PartOfList: Hashable {
  /// The printed rows.
  var shown: Int
  /// All rows; nil where they were not all counted.
  var total: Int?
  /// How many were counted, where not all were.
  var atLeast = 0

  /// What to do to see the rest, as a sentence; nil where everything is printed.
  var sentence: String? {
    guard let total else {
      return "\(shown.grouped) of at least \(atLeast.grouped); --limit 0 shows all."
    }
    return shown < total ? "\(shown.grouped) of \(total.grouped); --limit 0 shows all." : nil
  }
}

extension Int {
  /// What a limit of that number means: nil for 0, which is no limit.
  var asLimit: Int? { self == 0 ? nil : self }
}
