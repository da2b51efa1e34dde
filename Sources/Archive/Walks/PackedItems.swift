import FoundationEssentials
import Roster

/// The items of a page of an unfinished walk, packed: a few hundred bytes and about a microsecond for
/// each, where JSON takes twenty.
enum PackedItems {
  static func pack(_ items: [Moderator]) -> Data {
    var writer = PackedWriter()
    for item in items { item.append(to: &writer) }
    return writer.data
  }

  /// Returns nil where the bytes are no such page.
  static func unpack(_ data: Data) -> [Moderator]? {
    var reader = PackedReader(data)
    var items: [Moderator] = []
    while !reader.isAtEnd {
      guard let item = Moderator(&reader) else { return nil }
      items.append(item)
    }
    return items
  }
}

extension Moderator {
  fileprivate func append(to writer: inout PackedWriter) {
    writer.append(userID)
    writer.append(accountID)
    writer.append(kind.code)
    for number in [reputation, badges?.gold, badges?.silver, badges?.bronze] {
      writer.append(number)
    }
    writer.append(memberSince?.unixSeconds)
    writer.append(lastAccess?.unixSeconds)
    writer.append(displayName)
    for text in [location, websiteURL, link, profileImage, aboutText, aboutMe] {
      writer.append(text)
    }
  }

  fileprivate init?(_ reader: inout PackedReader) {
    guard let userID = reader.number(), let accountID = reader.optionalNumber(),
      let code = reader.number(), let kind = Kind(code: code),
      let reputation = reader.optionalNumber(), let gold = reader.optionalNumber(),
      let silver = reader.optionalNumber(), let bronze = reader.optionalNumber(),
      let memberSince = reader.optionalNumber(), let lastAccess = reader.optionalNumber(),
      case .some(.some(let displayName)) = reader.optionalText(),
      let location = reader.optionalText(), let websiteURL = reader.optionalText(),
      let link = reader.optionalText(), let profileImage = reader.optionalText(),
      let aboutText = reader.optionalText(), let aboutMe = reader.optionalText()
    else { return nil }
    self.init(
      userID: userID, accountID: accountID, displayName: displayName, kind: kind,
      reputation: reputation, badges: Badges(gold, silver, bronze), location: location,
      websiteURL: websiteURL, link: link, profileImage: profileImage,
      aboutMe: aboutMe, aboutText: aboutText, memberSince: memberSince.map(Date.init(unixSeconds:)),
      lastAccess: lastAccess.map(Date.init(unixSeconds:)))
  }
}

extension Moderator.Badges {
  /// Nil where not all three counts are there.
  init?(_ gold: Int?, _ silver: Int?, _ bronze: Int?) {
    guard let gold, let silver, let bronze else { return nil }
    self.init(gold: gold, silver: silver, bronze: bronze)
  }
}

extension Moderator.Kind {
  /// The kind's number in the `member` table.
  var code: Int {
    switch self {
    case .moderator: 0
    case .staff: 1
    case .community: 2
    }
  }

  init?(code: Int) {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = kind
  }
}
