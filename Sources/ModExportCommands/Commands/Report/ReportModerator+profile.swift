import Archive
import FoundationEssentials
import Reports
import Roster
import Tables

extension ReportModerator {
  /// A row of a day with what the archive knows beyond the columns of the view, as it was known then.
  /// Of the about-me only the present HTML is kept, so one whose plain text was another then is left
  /// out.
  ///
  /// - Parameter latest: What was first seen after it is left out.
  init(row: Row, _ profile: ModeratorProfile?, until latest: Date) {
    let text = Record<ModeratorColumn>(row)[.aboutText]
    let isPresent = profile.map { Record<ModeratorColumn>($0.row)[.aboutText] == text } ?? false
    self.init(
      row: row, aboutMe: isPresent ? profile?.aboutMe : nil,
      reputation: profile.map {
        $0.reputation.filter { $0.since <= latest }.compactMap(ReportReputation.init)
      } ?? [])
  }
}

extension ReportReputation {
  /// Nil where there was none.
  init?(_ point: ReputationPoint) {
    guard let value = point.reputation else { return nil }
    self.init(since: point.since, value: value)
  }
}
