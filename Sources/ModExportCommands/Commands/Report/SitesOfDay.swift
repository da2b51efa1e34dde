import Archive
import FoundationEssentials
import Reports
import Roster
import Tables

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

  var isEmpty: Bool { former.isEmpty }

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
    guard !isEmpty else { return row }
    return switch view {
    case .sites: self.row(Record(row), name: SiteColumn.name)
    case .moderators, .formerModerators: self.row(Record<ModeratorColumn>(row))
    case .changes: self.row(Record<ChangeColumn>(row))
    case .walks: self.row(Record<WalkColumn>(row))
    case .people, .pages, .runs: row
    }
  }

  /// - Parameter name: The column with the site's name; nil where there is none.
  private func row<Column: SiteRowColumn>(
    _ record: Record<Column>, name: Column? = nil
  ) -> Row {
    guard let site = former[record.site] else { return record.row }
    return zip(Column.allCases, record.row).map { column, cell in
      switch column {
      case .site: .text(site.former.id)
      case name: .text(site.formerName)
      default: cell
      }
    }
  }

  /// Rows of `sites` in the order of their key, which is that of their bytes.
  func sorted(_ sites: [Row]) -> [Row] {
    guard !isEmpty else { return sites }
    return sites.map { (site: Record<SiteColumn>($0).site, row: $0) }.sorted { $0.site < $1.site }
      .map(\.row)
  }
}
