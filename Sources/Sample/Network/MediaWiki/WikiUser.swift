/// One user of a sample wiki.
package struct WikiUser: Hashable, Sendable {
  package var id: Int
  /// Unique on the wiki, in the form of a page title.
  package var name: String
  /// The groups that the user was put into, without those by rule.
  package var groups: [String]
  package var registration: Int?
  package var editCount: Int
  /// The account on all wikis.
  package var centralID: Int
  /// Whether the account on this wiki belongs to it.
  package var isAttached: Bool
}

extension WikiUser {
  /// The users of the wiki for a site: its moderators without the Community user, who are sysops or,
  /// as employees, bureaucrats; some are programs. Other users are in none of these groups. In no order.
  static func users(_ roster: some Sequence<SampleUser>) -> [WikiUser] {
    var taken: [String: Int] = [:]
    let moderators = roster.filter { !$0.isCommunity }.map { user in
      var groups = [user.isStaff ? "bureaucrat" : "sysop"]
      if user.isStaff, user.userID.isMultiple(of: 2) { groups.append("sysop") }
      if user.userID % 3 == 0 { groups.append("eliminator") }
      if user.userID % 11 == 0 { groups.append("bot") }
      return WikiUser(
        id: user.userID, name: name(user.displayName, user.userID, &taken), groups: groups,
        registration: user.userID % 5 == 0 ? nil : user.creationDate,
        editCount: user.reputation, centralID: user.accountID,
        isAttached: user.userID % 13 != 0)
    }
    let others = (1...25).map { number in
      WikiUser(
        id: 1_900_000_000 + number, name: name("Reader \(number)", number, &taken),
        groups: number == 1 ? ["patroller"] : [], registration: SampleClock.firstAccount + number,
        editCount: number, centralID: 1_900_000_000 + number, isAttached: true)
    }
    return moderators + others
  }

  /// By the bytes of the name, as the database sorts.
  func precedes(_ other: WikiUser) -> Bool {
    name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }

  /// A name that a page can have: no markup, no control or direction characters, a capital first,
  /// and no two alike.
  private static func name(_ text: String, _ id: Int, _ taken: inout [String: Int]) -> String {
    let kept = text.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "#", "<", ">", "[", "]", "|", "{", "}", "/", ":", "@", "_", "=", "&", ";", "%", "+": " "
      case "\0"..."\u{1F}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}": " "
      default: Character(scalar)
      }
    }
    let words = String(kept).split(separator: " ").joined(separator: " ")
    let capital = words.isEmpty ? "User \(id)" : words.prefix(1).uppercased() + words.dropFirst()
    let key = capital.lowercased()
    taken[key, default: 0] += 1
    let number = taken[key, default: 1]
    return number == 1 ? capital : "\(capital) (\(number))"
  }
}
