import Archive
import FoundationEssentials
import Reports
import Roster

/// What the archive knows of a site's moderators, former ones included, beyond the columns of the
/// view, as it was known at a day.
struct ModeratorProfiles {
  private var byUser: [Int: ModeratorProfile] = [:]
  private let latest: Date
  private let record = Record(of: .moderators)

  /// - Parameter latest: What was first seen after it is left out.
  init(_ archive: Archive, _ site: ReportSite, until latest: Date) throws {
    self.latest = latest
    let record = record
    try archive.forEachProfile(of: site.id, network: site.network, former: true) { profile in
      if let user = record.with(profile.row).number("user_id") { byUser[user] = profile }
    }
  }

  /// The row with its profile. Of the about-me only the present HTML is kept, so one whose plain text
  /// was another then is left out.
  func with(_ row: Row) -> ReportModerator {
    let values = record.with(row)
    guard let profile = values.number("user_id").flatMap({ byUser[$0] }) else {
      return ReportModerator(row: row)
    }
    let isPresent = record.with(profile.row)["about_text"] == values["about_text"]
    return ReportModerator(
      row: row, aboutMe: isPresent ? profile.aboutMe : nil,
      reputation: profile.reputation.filter { $0.since <= latest }.compactMap(ReportReputation.init)
    )
  }
}

extension ReportReputation {
  /// Nil where there was none.
  init?(_ point: ReputationPoint) {
    guard let value = point.reputation else { return nil }
    self.init(since: point.since, value: value)
  }
}
