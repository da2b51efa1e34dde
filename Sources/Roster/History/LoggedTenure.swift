package import FoundationEssentials

/// A name that an account gave up, and when.
package struct FormerName: Hashable, Sendable {
  package var name: String
  package var until: Date

  package init(name: String, until: Date) {
    (self.name, self.until) = (name, until)
  }
}

/// A tenure as the logs of a network tell it, with four bounds: who got a role and lost it again.
///
/// A bound is exact where a row or an expiry tells it; where a row is hidden or missing, what lies between
/// the rows around it stays open.
package struct LoggedTenure: Hashable, Sendable {
  package var role: Role
  /// The last name of the account that the logs tell.
  package var name: String
  /// The names that the account gave up, the oldest first.
  package var formerNames: [FormerName] = []
  /// The account, as a number among those of the logs.
  package var account = 0
  /// The user whose account it is; nil where no roster shows an account that is certainly this one.
  package var userID: Int?
  /// It began after this, or then where it is the same as ``beganBefore``; nil where it is not known.
  package var beganAfter: Date?
  package var beganBefore: Date
  /// It lasted until then at least.
  package var endedAfter: Date
  /// It had ended by then; nil where no row tells that it ended.
  package var endedBefore: Date?
}
