import FoundationEssentials
import Roster

/// Maps rows with the present ids of sites to their ids at a moment.
struct SitesOfDay {
  private let former: [SiteRef: FormerSite]
  private let present: [SiteRef: SiteRef]

  /// - Parameter sites: The sites known by then, under their present ids. Where two of them would
  ///   get the same id, which only a damaged journal can cause, all keep their present ids and
  ///   names.
  init(_ archive: ArchiveDatabase, sites: [SiteRef], at date: Date) throws {
    let renamed = try archive.sitesRenamed(after: date).map { ($0.site, $0) }
    let former = Dictionary(renamed, uniquingKeysWith: { first, _ in first })
    let pairs = sites.map { site in (former[site]?.former ?? site, site) }
    let present = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    let isSound = present.count == pairs.count
    self.former = isSound ? former : [:]
    self.present = isSound ? present : [:]
  }

  /// The id of a site at the moment.
  func then(_ site: SiteRef) -> SiteRef {
    former[site]?.former ?? site
  }

  /// The present id of the site with an id at the moment.
  func now(_ site: SiteRef) -> SiteRef {
    present[site] ?? site
  }

  /// A row of a view with the id, and for `sites` the name, of that time.
  func row(_ row: Row, of view: View) -> Row {
    guard !former.isEmpty else { return row }
    return switch view {
    case .sites: self.row(row, name: SiteColumn.name)
    case .moderators, .formerModerators: self.row(row, name: ModeratorColumn?.none)
    case .tenures: self.row(row, name: TenureColumn?.none)
    case .observations: self.row(row, name: ObservationColumn?.none)
    case .changes: self.row(row, name: ChangeColumn?.none)
    case .walks: self.row(row, name: WalkColumn?.none)
    case .people, .pages, .runs: row
    }
  }

  /// - Parameter name: The column with the site's name; nil without one.
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

  /// Sorts rows of `sites` by their key, byte by byte.
  func sorted(_ sites: [Row]) -> [Row] {
    guard !former.isEmpty else { return sites }
    return sites.map { (site: $0.site(SiteColumn.self), row: $0) }.sorted { $0.site < $1.site }
      .map(\.row)
  }
}
