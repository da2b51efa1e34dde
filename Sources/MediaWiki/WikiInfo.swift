import FoundationEssentials
import Networks

/// What a wiki reports about itself.
package struct WikiInfo: Hashable, Sendable {
  /// The name of its database, such as `dewiki`; the id of a site of Wikimedia. Nil where the wiki does not report it.
  package var wikiID: String?
  package var siteName: String?
  /// The pattern of a page's address, with `$1` for the title; nil where the wiki does not report it.
  package var articleAddress: String?
  package var groups: [WikiGroup]
  /// The id of the newest row of the log of rights, 0 for an empty log; nil where the wiki does not show its log.
  package var newestRights: Int?
}

/// One group of a wiki's users.
package struct WikiGroup: Decodable, Hashable, Sendable {
  package let name: String
  package let rights: Set<String>
  /// The number of members, hidden users included and expired memberships not; nil for groups that
  /// users belong to by rule. It is cached for up to ``sizeAge`` seconds.
  package let size: Int?

  /// - Throws: `DecodingError` and `OutOfBounds`, where a value is missing or out of its bounds.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    name = try container.string("name", most: Bounds.word)
    rights = Set(try container.texts("rights"))
    size = container.lenientInt32("number").flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The maximum age of ``size``, in seconds.
  package static let sizeAge = 3_600

  /// The group of administrators, which every wiki has unless its settings remove it.
  package static let sysop = "sysop"

  /// Whether its members moderate: sysops and bureaucrats do on every wiki, and so does who may
  /// block users or delete pages. A group that everybody belongs to by rule is none of moderators,
  /// whatever it may do.
  package var moderates: Bool {
    if [Self.sysop, "bureaucrat"].contains(name) { return true }
    if ["*", "user"].contains(name) || size == nil { return false }
    return !rights.isDisjoint(with: ["block", "delete"])
  }
}
