import FoundationEssentials
import Markup
import Networks
import Roster

/// The fields of the API's `user` type that a roster needs. Only the id is required.
///
/// Ids and counts of the API have 32 bits. An invalid `user_id` makes the page undecodable, since
/// it cannot identify a user; any other invalid number counts as absent.
struct UserObject: Decodable {
  /// With the name, the location and the profile as they came.
  private let row: Moderator

  /// Nil where one of the counts is missing or invalid.
  private struct BadgeCounts: Decodable {
    var gold: Int32?
    var silver: Int32?
    var bronze: Int32?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    let userID = try container.id32("user_id")
    let isEmployee = container.lenientBool("is_employee") == true
    let counts = (try? container.decodeIfPresent(BadgeCounts.self, forKey: "badge_counts")) ?? nil
    row = Moderator(
      userID: userID, accountID: container.lenientInt32("account_id"),
      displayName: try container.lenientString("display_name", most: Bounds.name) ?? "",
      kind: userID == -1 ? .community : isEmployee ? .staff : .moderator,
      reputation: container.lenientInt32("reputation"),
      badges: counts.map {
        Moderator.Badges(
          gold: Int($0.gold ?? 0), silver: Int($0.silver ?? 0), bronze: Int($0.bronze ?? 0))
      },
      location: try container.lenientString("location", most: Bounds.name),
      websiteURL: try container.lenientString("website_url", most: Bounds.address)?.unlessEmpty,
      link: try container.lenientString("link", most: Bounds.address),
      profileImage: try container.lenientString("profile_image", most: Bounds.address),
      aboutText: try container.lenientString("about_me", most: Bounds.aboutMe),
      memberSince: container.lenientDate("creation_date"))
  }

  /// The row of the roster. `about_me`, `link` and the URLs are the same with safe and unsafe
  /// filters, so only the name and the location are unescaped. An empty profile field counts as
  /// absent.
  func moderator(_ text: TextForm) -> Moderator {
    var row = row
    row.displayName = text.reading(row.displayName).unlessEmpty ?? Self.name(of: row.userID)
    row.location = row.location.map(text.reading)?.unlessEmpty
    row.aboutText = row.aboutText.map(MarkupText.plainText(ofHTML:))?.unlessEmpty
    return row
  }

  /// The name that the API gives to a user who has none.
  fileprivate static func name(of userID: Int) -> String { "user\(userID)" }
}

/// The id of a `user`; its other fields are skipped.
struct UserIDObject: Decodable {
  var userID: Int

  init(from decoder: any Decoder) throws {
    userID = try decoder.container(keyedBy: NamedKey.self).id32("user_id")
  }

  /// The row without anything but the id.
  var moderator: Moderator {
    Moderator(userID: userID, displayName: UserObject.name(of: userID))
  }
}
