/// What a moderator of a site is: Stack Exchange has one role, other networks have several. The set is
/// open: a role has the name that the network gives it.
///
/// A roster has a list for each role of its site. A person with two roles has two rows in it.
package struct Role: RawRepresentable, Codable, Sendable {
  /// The only role of a network that knows no other.
  package static let moderator = Role(rawValue: "moderator")
  /// Who has it can do all that a moderator can, and may be left out of a list of moderators.
  package static let admin = Role(rawValue: "admin")

  /// The name, such as `sysop`.
  package let rawValue: String
  /// A number for the name, from 0 to 2^29 - 1: 0 for ``moderator``, else a hash that never changes,
  /// since archives store it. Two names can have the same number; an archive does not store both.
  package let number: Int

  /// - Parameter rawValue: The name; not empty.
  package init(rawValue: String) {
    self.rawValue = rawValue
    number = Self.number(of: rawValue)
  }

  /// The role that an archive stores with a number.
  ///
  /// - Parameter name: Nil where the archive has no name for the number, or one of another number: the
  ///   role is then named by its number.
  package init(number: Int, name: String?) {
    self.number = number
    rawValue = name.flatMap { Self.number(of: $0) == number ? $0 : nil } ?? "role-\(number)"
  }

  /// Whether an archive can have a role of this name: it is not empty, has no U+0000, and its number is not that of
  /// one of ``wellKnown``, which a server could otherwise take from all other sites.
  package var isUsable: Bool {
    !rawValue.isEmpty && !rawValue.utf8.contains(0)
      && Self.wellKnown.allSatisfy { $0.number != number || $0 == self }
  }

  /// The roles that many sites have.
  private static let wellKnown = [
    "moderator", "admin", "category_moderator", "sysop", "bureaucrat", "interface-admin",
    "suppress", "oversight",
    "checkuser", "steward", "staff", "rollbacker", "rollback", "patroller", "eliminator", "editor",
    "reviewer",
    "autoreviewer", "abusefilter", "accountcreator", "templateeditor", "extendedmover", "filemover",
    "importer",
    "transwiki", "bot", "botadmin", "content-moderator", "threadmoderator", "wiki-manager",
    "global-sysop",
    "wiki-representative", "sysadmin", "techadmin", "curator", "arbcom", "deletedhistory",
  ].map(Role.init(rawValue:))

  private static func number(of name: String) -> Int {
    name == "moderator" ? 0 : Int(FNV1a.hash(name) % UInt64(RoleKey.mostRoles - 1)) + 1
  }
}

extension Role: Hashable {
  package static func == (one: Role, other: Role) -> Bool {
    one.number == other.number && one.rawValue == other.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Role: Comparable {
  /// By number, so that ``moderator`` comes first.
  package static func < (one: Role, other: Role) -> Bool {
    (one.number, one.rawValue) < (other.number, other.rawValue)
  }
}

/// A role and a number within it as one integer: a user's id, which identifies a row of a roster, or the
/// number of a page of a list. With the role ``Role/moderator`` it is the number itself.
package struct RoleKey: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  /// The key as an archive stores it.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// - Parameter number: From -2^32 to 2^32 - 1: networks have ids of 32 bits. The key of another number
  ///   has another ``roleNumber`` than `role`.
  package init(_ number: Int, of role: Role) {
    rawValue = number &+ role.number << Self.numberBits
  }

  /// The number of the role.
  package var roleNumber: Int { (rawValue &+ Self.bound) >> Self.numberBits }

  /// The number within the role.
  package var number: Int { rawValue &- roleNumber << Self.numberBits }

  /// The number within a role that is known otherwise.
  package func number(in role: Role) -> Int { rawValue &- role.number << Self.numberBits }

  /// The bits of a number and its sign.
  package static let numberBits = 33
  /// Numbers are less than this, and not less than its negative.
  package static let bound = 1 << (numberBits - 1)
  /// How many numbers of roles there are.
  package static let mostRoles = 1 << 29
}
