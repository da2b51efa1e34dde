import FoundationEssentials
import Roster
import Tables

/// A site as pages tell of it: a row of `sites`.
struct ReportedSite: Hashable {
  let site: SiteRef
  /// Its id where nothing of its name can be seen.
  let name: String
  let url: String?
  let type: SiteType?
  let state: String?
  let audience: String?
  let launchedAt: Date?
  /// When the list of sites first lacked it.
  let closedAt: Date?
  /// When its list was read; nil where none was published.
  let readAt: Date?
  let verdict: Verdict.Name?
  let grade: Grade?

  init(_ row: Row) {
    let record = Record<SiteColumn>(row)
    func date(_ column: SiteColumn) -> Date? { record[column].flatMap(Date.init(dayOrInstant:)) }
    site = record.site
    name = record[.name].flatMap { ShownName.isVisible($0) ? $0 : nil } ?? record.site.id
    (url, state, audience) = (record[.siteURL], record[.siteState], record[.audience])
    type = record[.siteType].map(SiteType.init(rawValue:))
    (launchedAt, closedAt) = (date(.launchDate), date(.closedAt))
    readAt = date(.publishedAt)
    (verdict, grade) = (record.verdict, record.grade)
  }
}
