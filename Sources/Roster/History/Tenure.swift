package import FoundationEssentials

/// The interval in which a user was seen as a moderator of one site.
///
/// Walks observe single moments: a user joined after the last walk without them and no later than
/// the first walk with them, and correspondingly for leaving. A log of the network can tell the moment.
package struct Tenure: Hashable, Sendable {
  /// The user's id on the site.
  package var userID: Int
  /// The last published walk without them; nil where they were in the site's baseline.
  package var absentBefore: Date?
  /// The first published walk with them.
  package var firstSeen: Date
  /// The latest published walk with them.
  package var lastSeen: Date
  /// When the latest published walk with them was begun: they may have left during it. Nil where it is not known.
  package var leftAfter: Date?
  /// The first published walk without them again; nil while they moderate.
  package var leftAt: Date?
  /// When it began as a log tells it; nil where none does.
  package var loggedBeginning: Date?
  /// When it ended as a log tells it; nil where none does.
  package var loggedEnd: Date?

  /// A tenure, by default still open, and without a log that tells of it.
  package init(
    userID: Int, absentBefore: Date?, firstSeen: Date, lastSeen: Date, leftAfter: Date? = nil,
    leftAt: Date? = nil, loggedBeginning: Date? = nil, loggedEnd: Date? = nil
  ) {
    self.userID = userID
    self.absentBefore = absentBefore
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.leftAfter = leftAfter
    self.leftAt = leftAt
    self.loggedBeginning = loggedBeginning
    self.loggedEnd = loggedEnd
  }

  /// Whether nobody knows when it began, since they were there before the archive.
  package var isOpenAtStart: Bool { absentBefore == nil && loggedBeginning == nil }
  /// Between which moments they left, as rosters show it; nil while they moderate.
  package var departure: (after: Date, before: Date)? {
    leftAt.map { (leftAfter ?? lastSeen, $0) }
  }

  /// The earliest moment at which it can have ended, as rosters show it.
  package var earliestEnd: Date { departure?.after ?? lastSeen }
}
