import FoundationEssentials
package import Roster

/// All fields of one user on one day that the wire format can contain. Text is as users write it.
package struct SampleUser: Hashable, Sendable {
  package var userID: Int
  package var accountID: Int
  package var displayName: String
  /// Whether `is_employee` is set.
  package var isStaff: Bool
  /// Whether `/users/moderators/elected` lists them.
  package var isElected: Bool
  package var reputation: Int
  /// The change of reputation in the last day, week, month, quarter and year.
  var reputationChange: [Int]
  package var badges: Moderator.Badges
  /// Whole unix seconds, as are the other two.
  package var creationDate: Int
  package var lastAccessDate: Int
  package var lastModifiedDate: Int?
  package var location: String?
  package var websiteURL: String?
  package var link: String
  package var profileImage: String
  package var aboutMe: String?
  var questionCount: Int
  var answerCount: Int

  package var isCommunity: Bool { userID == -1 }

  /// The same user as the archive stores them, but for `aboutText`, which is made from `aboutMe`.
  package var moderator: Moderator {
    Moderator(
      userID: userID, accountID: accountID, displayName: displayName,
      kind: isCommunity ? .community : isStaff ? .staff : .moderator, reputation: reputation,
      badges: badges, location: location, websiteURL: websiteURL, link: link,
      profileImage: profileImage, memberSince: Date(timeIntervalSince1970: Double(creationDate)))
  }
}
