import Roster

/// Which columns of a table fit into a line, how wide each is, and how times are written.
///
/// What does not fit gives way in this order: times become days; texts are cut, the widest first, but none
/// below ``leastText``; then columns are left out, beginning at the right. Identifiers are never cut, and
/// are left out last. The first column stays.
struct TableLayout: Hashable {
  /// The indices of the columns that are shown, in order.
  var shown: [Int]
  /// Columns of the terminal for each of them.
  var widths: [Int]
  /// Whether times are shown as days.
  var hasDays: Bool

  /// What a column needs of a line.
  struct Need: Hashable {
    /// The columns of the terminal of its widest value, or of its name.
    var whole: Int
    /// The same with times as days.
    var withDays: Int
    /// Whether its values can be shown in part.
    var canBeCut: Bool
    /// Whether its values name something that another command takes.
    var isIdentifier: Bool

    init(whole: Int, withDays: Int? = nil, canBeCut: Bool = false, isIdentifier: Bool = false) {
      self.whole = whole
      self.withDays = withDays ?? whole
      (self.canBeCut, self.isIdentifier) = (canBeCut, isIdentifier)
    }
  }

  /// Between two columns.
  static let gap = "  "
  /// No text is cut to less, as long as another column can be left out.
  static let leastText = 10
  /// No text is cut to less.
  private static let leastOfAll = 4

  /// - Parameter available: The width of the terminal; nil where nothing has to fit.
  init(_ needs: [Need], into available: Int?) {
    var shown = Array(needs.indices)
    guard let available else {
      self.init(shown: shown, widths: needs.map(\.whole), hasDays: false)
      return
    }
    while true {
      let fitting = shown.map { needs[$0] }
      if let layout = Self.fitted(fitting, shown, into: available, least: Self.leastText) {
        self = layout
        return
      }
      guard let last = Self.leastImportant(of: shown, needs) else { break }
      shown.removeAll { $0 == last }
    }
    while true {
      let fitting = shown.map { needs[$0] }
      if let layout = Self.fitted(fitting, shown, into: available, least: Self.leastOfAll) {
        self = layout
        return
      }
      guard shown.count > 1 else { break }
      shown.removeLast()
    }
    // One identifier or number that is wider than the terminal.
    self.init(shown: shown, widths: shown.map { needs[$0].withDays }, hasDays: true)
  }

  private init(shown: [Int], widths: [Int], hasDays: Bool) {
    (self.shown, self.widths, self.hasDays) = (shown, widths, hasDays)
  }

  /// The column that is left out first; nil where only the first one and identifiers are left.
  private static func leastImportant(of shown: [Int], _ needs: [Need]) -> Int? {
    shown.dropFirst().last { !needs[$0].isIdentifier }
  }

  /// The layout of all these columns; nil where they do not fit.
  private static func fitted(
    _ needs: [Need], _ shown: [Int], into available: Int, least: Int
  ) -> TableLayout? {
    let gaps = gap.count * (needs.count - 1)
    if needs.reduce(gaps, { $0 + $1.whole }) <= available {
      return TableLayout(shown: shown, widths: needs.map(\.whole), hasDays: false)
    }
    var widths = needs.map(\.withDays)
    let floors = needs.map { $0.canBeCut ? min($0.withDays, least) : $0.withDays }
    guard floors.reduce(gaps, +) <= available else { return nil }
    // No text needs more than the whole line.
    widths = zip(widths, floors).map { max(min($0, available), $1) }
    var excess = widths.reduce(gaps, +) - available
    while excess > 0 {
      let candidates = widths.indices.filter { widths[$0] > floors[$0] }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return TableLayout(shown: shown, widths: widths, hasDays: true)
  }
}
