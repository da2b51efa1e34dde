package import FoundationEssentials

/// One row of a roster: a user who can moderate one site.
///
/// Identity is `userID` with `role` within the site, together the `key`, and `accountID` across sites,
/// never a name or a link. Text is plain and unescaped.
package struct Moderator: Hashable, Codable, Sendable {
  /// Per site; -1 is the Community user.
  package var userID: Int
  /// What they are on the site; a user with two roles has two rows.
  package var role: Role
  /// Network-wide; absent or -1 means that it does not identify a person.
  package var accountID: Int?
  /// Unescaped, never empty.
  package var displayName: String
  /// Why they can moderate.
  package var kind: Kind
  /// Absent, not 0, where the API omits it; and so are badges.
  package var reputation: Int?
  package var gold: Int?
  package var silver: Int?
  package var bronze: Int?
  /// The place given in the profile.
  package var location: String?
  /// The website given in the profile.
  package var websiteURL: String?
  /// The profile's address.
  package var link: String?
  /// The picture's address.
  package var profileImage: String?
  /// What they say about themselves, as plain text.
  package var aboutText: String?
  /// When the account on this site was created.
  package var memberSince: Date?

  /// A moderator; only the id and the name are required.
  package init(
    userID: Int, role: Role = .moderator, accountID: Int? = nil, displayName: String,
    kind: Kind = .moderator,
    reputation: Int? = nil, badges: Badges? = nil, location: String? = nil,
    websiteURL: String? = nil, link: String? = nil, profileImage: String? = nil,
    aboutText: String? = nil, memberSince: Date? = nil
  ) {
    self.userID = userID
    self.role = role
    self.accountID = accountID
    self.displayName = displayName
    self.kind = kind
    self.reputation = reputation
    self.location = location
    self.websiteURL = websiteURL
    self.link = link
    self.profileImage = profileImage
    self.aboutText = aboutText
    self.memberSince = memberSince
    self.badges = badges
  }

  /// Identifies the row within its roster.
  package var key: Key { Key(userID, as: role) }

  /// The counts of all kinds of badges; nil where not all three are known.
  package var badges: Badges? {
    get { Badges(gold, silver, bronze) }
    set { (gold, silver, bronze) = (newValue?.gold, newValue?.silver, newValue?.bronze) }
  }

  /// Why a user can moderate. All kinds are stored and shown.
  package enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// The Community user, whose id is -1 on every site.
    case community
    /// An employee with moderator powers (`is_employee`).
    case staff
    case moderator
  }

  /// Badge counts, each 0 or more.
  package struct Badges: Hashable, Sendable {
    package var gold: Int
    package var silver: Int
    package var bronze: Int

    package init(gold: Int = 0, silver: Int = 0, bronze: Int = 0) {
      self.gold = gold
      self.silver = silver
      self.bronze = bronze
    }

    /// Nil where not all three counts are there.
    package init?(_ gold: Int?, _ silver: Int?, _ bronze: Int?) {
      guard let gold, let silver, let bronze else { return nil }
      self.init(gold: gold, silver: silver, bronze: bronze)
    }
  }
}

extension [Moderator.Kind] {
  /// Whether they choose a kind, or choose nothing. Whom no roster had, and only another source calls a moderator, is taken
  /// for one.
  package func choose(_ kind: Moderator.Kind?) -> Bool { isEmpty || contains(kind ?? .moderator) }
}
