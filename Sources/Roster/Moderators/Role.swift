/// What a moderator of a site is: Stack Exchange has one role, other networks have several. The set is
/// open: a role has the name that the network gives it.
///
/// A roster has a list for each role of its site. A person with two roles has two rows in it.
package struct Role: RawRepresentable, Hashable, Codable, Sendable {
  /// The only role of a network that knows no other.
  package static let moderator = Role(rawValue: "moderator")
  /// Who has it can do all that a moderator can, and may be left out of a list of moderators.
  package static let admin = Role(rawValue: "admin")

  /// The name, such as `sysop`.
  package let rawValue: String

  /// - Parameter rawValue: The name; not empty.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether an archive can have a role of this name: it is not empty and has no U+0000.
  package var isUsable: Bool { !rawValue.isEmpty && !rawValue.utf8.contains(0) }
}

extension Role: Comparable {
  /// By name, with ``moderator`` before all others.
  package static func < (one: Role, other: Role) -> Bool {
    (one != .moderator ? 1 : 0, one.rawValue) < (other != .moderator ? 1 : 0, other.rawValue)
  }
}

extension Moderator {
  /// What identifies a row within the roster of a site: a user and what they are.
  package struct Key: Hashable, Comparable, Sendable {
    package var role: Role
    package var userID: Int

    package init(_ userID: Int, as role: Role = .moderator) {
      (self.userID, self.role) = (userID, role)
    }

    package static func < (one: Key, other: Key) -> Bool {
      (one.role, one.userID) < (other.role, other.userID)
    }
  }
}

/// The users of a roster by role. A role that nobody has is absent.
extension [Role: Set<Int>] {
  /// How many of them another roster lacks.
  package func missing(in other: [Role: Set<Int>]) -> Int {
    reduce(0) { $0 + $1.value.subtracting(other[$1.key] ?? []).count }
  }
}
