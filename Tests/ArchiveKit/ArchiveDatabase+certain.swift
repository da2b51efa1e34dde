package import Archive
package import Foundation
package import Roster

extension ArchiveDatabase {
  /// Who certainly held a role of a site when a reading that began a little earlier ended: its roster.
  package func certain(of site: SiteRef, on date: Date) throws -> [Tenure] {
    guard var span = TimeSpan(date.utcDay) else { return [] }
    (span.beginning, span.end) = (date - 90, date + 1)
    return try holders(of: site, in: span).filter { $0.known == .yes }.map(\.tenure)
  }
}
