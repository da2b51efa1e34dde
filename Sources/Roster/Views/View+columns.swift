extension View {
  /// The columns in their order.
  package var columns: [Column] {
    switch self {
    case .sites: Self.siteColumns
    case .moderators: Self.moderatorColumns
    case .formerModerators: Self.formerModeratorColumns
    case .tenures: Self.tenureColumns
    case .observations: Self.observationColumns
    case .people: Self.personColumns
    case .changes: Self.changeColumns
    case .walks: Self.walkColumns
    case .pages: Self.pageColumns
    case .runs: Self.runColumns
    }
  }

  private static let siteColumns = SiteColumn.allCases.map(\.column)
  private static let moderatorColumns = ModeratorColumn.allCases.filter { $0 != .leftAt }
    .map(\.column)
  private static let formerModeratorColumns = ModeratorColumn.allCases.map(\.column)
  private static let tenureColumns = TenureColumn.allCases.map(\.column)
  private static let observationColumns = ObservationColumn.allCases.map(\.column)
  private static let personColumns = PersonColumn.allCases.map(\.column)
  private static let changeColumns = ChangeColumn.allCases.map(\.column)
  private static let walkColumns = WalkColumn.allCases.map(\.column)
  private static let pageColumns = PageColumn.allCases.map(\.column)
  private static let runColumns = RunColumn.allCases.map(\.column)
}
