import FoundationEssentials
import Markup
import Roster

/// The `user` type of the API, as far as a roster needs it. Only the id is required.
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
  var lastAccessDate: Date?

  struct BadgeCounts: Decodable {
    var gold: Int?
    var silver: Int?
    var bronze: Int?
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
    case lastAccessDate = "last_access_date"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = try container.decode(Int.self, forKey: .userID)
    accountID = container.lenientInt(.accountID)
    displayName = try container.lenientString(.displayName)
    isEmployee = container.lenientBool(.isEmployee)
    reputation = container.lenientInt(.reputation)
    badgeCounts = (try? container.decodeIfPresent(BadgeCounts.self, forKey: .badgeCounts)) ?? nil
    location = try container.lenientString(.location)
    websiteURL = try container.lenientString(.websiteURL)
    link = try container.lenientString(.link)
    profileImage = try container.lenientString(.profileImage)
    aboutMe = try container.lenientString(.aboutMe)
    creationDate = container.lenientDate(.creationDate)
    lastAccessDate = container.lenientDate(.lastAccessDate)
  }

  /// The row of the roster. `about_me`, `link` and the addresses come the same from safe and unsafe
  /// filters, so only the name and the location are decoded. An empty profile field is an absent one.
  func moderator(_ text: TextForm, withAboutText: Bool) -> Moderator {
    let about = aboutMe.map(TextForm.plain.reading)?.unlessEmpty
    return Moderator(
      userID: userID,
      accountID: accountID,
      displayName: displayName.map(text.reading)?.unlessEmpty
        ?? "user\(userID)",
      kind: userID == -1 ? .community : isEmployee == true ? .staff : .moderator,
      reputation: reputation,
      badges: badgeCounts.map {
        Moderator.Badges(gold: $0.gold ?? 0, silver: $0.silver ?? 0, bronze: $0.bronze ?? 0)
      },
      location: location.map(text.reading)?.unlessEmpty,
      websiteURL: websiteURL.map(TextForm.plain.reading)?.unlessEmpty,
      link: link.map(TextForm.plain.reading),
      profileImage: profileImage.map(TextForm.plain.reading),
      aboutMe: about,
      aboutText: withAboutText ? about.map(Markup.plainText(ofHTML:))?.unlessEmpty : nil,
      memberSince: creationDate,
      lastAccess: lastAccessDate)
  }
}
