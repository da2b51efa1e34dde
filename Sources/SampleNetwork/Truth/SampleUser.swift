import FoundationEssentials
package import Roster

/// Everything the wire format can say of one user on one day. Text is as people write it.
package struct SampleUser: Hashable, Sendable {
  package var userID: Int
  package var accountID: Int
  package var displayName: String
  /// Whether `is_employee` is set.
  package var isStaff: Bool
  /// Whether `/users/moderators/elected` lists them.
  package var isElected: Bool
  package var reputation: Int
  /// How much reputation moved in the last day, week, month, quarter and year.
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

  /// The same user as the archive keeps them. `aboutText` is nil: it follows from `aboutMe`.
  package var moderator: Moderator {
    Moderator(
      userID: userID, accountID: accountID, displayName: displayName,
      kind: isCommunity ? .community : isStaff ? .staff : .moderator, reputation: reputation,
      badges: badges, location: location, websiteURL: websiteURL, link: link,
      profileImage: profileImage, aboutMe: aboutMe,
      memberSince: Date(timeIntervalSince1970: Double(creationDate)),
      lastAccess: Date(timeIntervalSince1970: Double(lastAccessDate)))
  }
}
