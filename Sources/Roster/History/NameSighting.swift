package import FoundationEssentials

/// A user whom a roster showed under a name.
package struct NameSighting: Hashable, Sendable {
  package var userID: Int
  package var name: String
  /// The user had the name at some moment of this time, in which the roster was read.
  package var time: ClosedRange<Date>
  /// When the account was made; nil where it is not known.
  package var registeredAt: Date?

  package init(userID: Int, name: String, time: ClosedRange<Date>, registeredAt: Date? = nil) {
    self.userID = userID
    self.name = name
    self.time = time
    self.registeredAt = registeredAt
  }
}
