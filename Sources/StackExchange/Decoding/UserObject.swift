import FoundationEssentials
import Markup
import Networks
import Roster

/// The fields of the API's `user` type that a roster needs. Only the id is required.
///
/// Ids and counts of the API have 32 bits. An invalid `user_id` makes the page undecodable, since
/// it cannot identify a user; any other invalid number counts as absent.
struct UserObject: Decodable {
  var userID: Int
  var accountID: Int?
  var displayName: String?
  var isEmployee: Bool?
  var reputation: Int?
  var badgeCounts: BadgeCounts?
  var location: String?
  var websiteURL: String?
  var link: String?
  var profileImage: String?
  var aboutMe: String?
  var creationDate: Date?

  /// Nil where one of the counts is missing or invalid.
  struct BadgeCounts: Decodable {
    var gold: Int32?
    var silver: Int32?
    var bronze: Int32?
  }

  enum CodingKeys: String, CodingKey {
    case location, reputation, link
    case userID = "user_id"
    case accountID = "account_id"
    case displayName = "display_name"
    case isEmployee = "is_employee"
    case badgeCounts = "badge_counts"
    case websiteURL = "website_url"
    case profileImage = "profile_image"
    case aboutMe = "about_me"
    case creationDate = "creation_date"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = try container.id32(.userID)
    accountID = container.lenientInt32(.accountID)
    displayName = try container.lenientString(.displayName, most: Bounds.name)
    isEmployee = container.lenientBool(.isEmployee)
    reputation = container.lenientInt32(.reputation)
    badgeCounts = (try? container.decodeIfPresent(BadgeCounts.self, forKey: .badgeCounts)) ?? nil
    location = try container.lenientString(.location, most: Bounds.name)
    websiteURL = try container.lenientString(.websiteURL, most: Bounds.address)
    link = try container.lenientString(.link, most: Bounds.address)
    profileImage = try container.lenientString(.profileImage, most: Bounds.address)
    aboutMe = try container.lenientString(.aboutMe, most: Bounds.aboutMe)
    creationDate = container.lenientDate(.creationDate)
  }

  /// The row of the roster. `about_me`, `link` and the URLs are the same with safe and unsafe
  /// filters, so only the name and the location are unescaped. An empty profile field counts as
  /// absent.
  func moderator(_ text: TextForm) -> Moderator {
    Moderator(
      userID: userID,
      accountID: accountID,
      displayName: displayName.map(text.reading)?.unlessEmpty ?? Self.name(of: userID),
      kind: userID == -1 ? .community : isEmployee == true ? .staff : .moderator,
      reputation: reputation,
      badges: badgeCounts.map {
        Moderator.Badges(
          gold: Int($0.gold ?? 0), silver: Int($0.silver ?? 0), bronze: Int($0.bronze ?? 0))
      },
      location: location.map(text.reading)?.unlessEmpty,
      websiteURL: websiteURL.map(TextForm.plain.reading)?.unlessEmpty,
      link: link.map(TextForm.plain.reading),
      profileImage: profileImage.map(TextForm.plain.reading),
      aboutText: aboutMe.map(TextForm.plain.reading).map(MarkupText.plainText(ofHTML:))?
        .unlessEmpty,
      memberSince: creationDate)
  }

  /// The name that the API gives to a user who has none.
  fileprivate static func name(of userID: Int) -> String { "user\(userID)" }
}

/// The id of a `user`; its other fields are skipped.
struct UserIDObject: Decodable {
  var userID: Int

  init(from decoder: any Decoder) throws {
    userID = try decoder.container(keyedBy: UserObject.CodingKeys.self).id32(.userID)
  }

  /// The row without anything but the id.
  var moderator: Moderator {
    Moderator(userID: userID, displayName: UserObject.name(of: userID))
  }
}
