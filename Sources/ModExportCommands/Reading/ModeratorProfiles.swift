import Archive
import FoundationEssentials
import Reports
import Roster

/// What the archive knows of a site's moderators beyond the view's columns.
struct ModeratorProfiles {
  private let byUser: [Int: PersonOnSite]
  private let latest: Date
  private let record = Record(of: .moderators)

  /// - Parameter latest: What was first seen after it is left out.
  init(_ archive: Archive, _ site: ReportSite, until latest: Date = .distantFuture) throws {
    byUser = try archive.profiles(of: site.id, network: site.network)
    self.latest = latest
  }

  /// The row with its profile. Of the about-me only the present HTML is kept, so one whose plain text
  /// was another then is left out.
  func with(_ row: Row) -> ReportModerator {
    let values = record.with(row)
    guard let profile = values.number("user_id").flatMap({ byUser[$0] }) else {
      return ReportModerator(row: row)
    }
    let isPresent = profile.moderator.aboutText == values["about_text"]
    return ReportModerator(
      row: row, aboutMe: isPresent ? profile.moderator.aboutMe : nil,
      reputation: profile.reputation.filter { $0.since <= latest }.compactMap { point in
        point.reputation.map { ReportReputation(since: point.since, value: $0) }
      })
  }
}
