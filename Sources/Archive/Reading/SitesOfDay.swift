import FoundationEssentials
import Roster

/// The sites as they were called at a moment, for rows that call them as they are called now.
struct SitesOfDay {
  private let former: [SiteRef: FormerSite]
  private let present: [SiteRef: SiteRef]

  /// - Parameter sites: Those that were known by then, as they are called now. Where two of them would be
  ///   called alike, as only a damaged journal can say, all keep their present ids and names.
  init(_ archive: ArchiveDatabase, sites: [SiteRef], at date: Date) throws {
    let renamed = try archive.sitesRenamed(after: date).map { ($0.site, $0) }
    let former = Dictionary(renamed, uniquingKeysWith: { first, _ in first })
    let pairs = sites.map { site in (former[site]?.former ?? site, site) }
    let present = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    let isSound = present.count == pairs.count
    self.former = isSound ? former : [:]
    self.present = isSound ? present : [:]
  }

  /// What a site was called then.
  func then(_ site: SiteRef) -> SiteRef {
    former[site]?.former ?? site
  }

  /// What the site is called now that was called so then.
  func now(_ site: SiteRef) -> SiteRef {
    present[site] ?? site
  }

  /// A row of a view with the id, and of `sites` the name, of that time.
  func row(_ row: Row, of view: View) -> Row {
    guard !former.isEmpty else { return row }
    return switch view {
    case .sites: self.row(row, name: SiteColumn.name)
    case .moderators, .formerModerators: self.row(row, name: ModeratorColumn?.none)
    case .changes: self.row(row, name: ChangeColumn?.none)
    case .walks: self.row(row, name: WalkColumn?.none)
    case .people, .pages, .runs: row
    }
  }

  /// - Parameter name: The column with the site's name; nil where there is none.
  private func row<Column: SiteRowColumn>(_ row: Row, name: Column?) -> Row {
    guard let site = former[row.site(Column.self)] else { return row }
    return zip(Column.allCases, row).map { column, cell in
      switch column {
      case .site: .text(site.former.id)
      case name: .text(site.formerName)
      default: cell
      }
    }
  }

  /// Rows of `sites` in the order of their key, which is that of their bytes.
  func sorted(_ sites: [Row]) -> [Row] {
    guard !former.isEmpty else { return sites }
    return sites.map { (site: $0.site(SiteColumn.self), row: $0) }.sorted { $0.site < $1.site }
      .map(\.row)
  }
}
