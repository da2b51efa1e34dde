package import Roster

/// How the addresses of people's pages look in a network.
package struct ProfilePages: Sendable {
  /// Such a page below the address of its site, such as `/users/1`.
  package var example: String
  /// The account whose page an address is that belongs to no single site; nil for any other address.
  package var account: @Sendable (PageAddress) -> Int? = { _ in nil }
  /// Whose page an address of a site is; nil where it is not that of a user.
  package var user: @Sendable (PageAddress, Site) -> User?

  /// Of a network without such pages.
  package static let none = ProfilePages(example: "", user: { _, _ in nil })

  /// The user of a site whom an address names.
  package enum User: Hashable, Sendable {
    case id(Int)
    /// The name that the network shows; some do not distinguish capitals in addresses.
    case name(String, ignoringCase: Bool)
  }
}
