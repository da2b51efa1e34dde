/// The columns of one view: an enum whose cases are in the order of the view, as its list of columns is.
///
/// The raw value of a case, assigned by the compiler, is the index of its column and of its cell in a row of the
/// view. In `ModeratorColumn` a new case stands before `leftAt`, which only one of its two views has.
package protocol ViewColumn: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// One for each case, in their order.
  static var columns: [View.Column] { get }
}

extension ViewColumn {
  /// The name, the type and the meaning of the column.
  package var column: View.Column { Self.columns[rawValue] }
  /// The name in SQL, CSV and JSON.
  package var name: String { column.name }
}

/// The columns of a view whose rows belong to a site.
package protocol SiteRowColumn: ViewColumn {
  static var network: Self { get }
  static var site: Self { get }
}

/// The columns of a view whose rows belong to a role at a site.
package protocol RoleRowColumn: SiteRowColumn {
  static var role: Self { get }
}

extension View.Column {
  static let network = Self(
    "network", .text, "The family of sites behind one kind of API, such as stackexchange.",
    shortening: .never)
  static let site = Self(
    "site", .text, "The site's id within its network (api_site_parameter).", shortening: .never)
  static let userID = Self("user_id", .integer, "The user's id on this site.")
  static let role = Self(
    "role", .text,
    "What the user is on the site, as its network names it, such as moderator or admin.",
    shortening: .never)
  static let accountID = Self(
    "account_id", .integer,
    "The person's id across the network; -1 or absent where it identifies nobody.")
}
