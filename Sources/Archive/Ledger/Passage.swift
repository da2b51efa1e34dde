import Roster

/// What differs between the roster of a walk and the one before it. The changes that the journal tells of an entry follow
/// from it, when it is published and whenever it is verified.
struct Passage {
  private var before: [Moderator] = []
  private var after: [Moderator] = []
  /// The members who return, with their row from when they left.
  private var former: [Moderator.Key: Moderator] = [:]
  /// The last entries that did not see who joined, or saw who left, and that have the row with which they had left before;
  /// nil where these are the walk before.
  private var starts: [Moderator.Key: (joined: Int?, left: Int?, edited: Int?)] = [:]

  /// - Parameters:
  ///   - absence: The last entry whose list would have had them; nil where none was read.
  ///   - former: Their row from when they left, and the last entry that shows it; nil for a new member.
  mutating func join(
    _ moderator: Moderator, after absence: Int?, former: (row: Moderator, last: Int?)? = nil
  ) {
    // Who is on the first list of a role may have been there before.
    if absence == nil, former == nil { return }
    starts[moderator.key] = (absence, nil, former?.last)
    self.former[moderator.key] = former?.row
    after.append(moderator)
  }

  mutating func edit(_ old: Moderator, to new: Moderator) {
    before.append(old)
    after.append(new)
  }

  /// - Parameter last: The last entry that lists them; nil for the one before.
  mutating func leave(_ moderator: Moderator, after last: Int?) {
    before.append(moderator)
    if last != nil { starts[moderator.key] = (nil, last, nil) }
  }

  /// The changes in the order of the journal.
  ///
  /// - Parameter previous: The entry of the walk before.
  func changes(
    ofSite site: Int, after previous: Int, as entry: Int
  ) throws -> [(change: Change, row: ChangeRow)] {
    // Changes of withheld people are hidden.
    let changes = Change.difference(from: before, to: after, former: former)
      .filter { !Withheld.has($0.userID) }
    return try changes.map { change in
      let start = starts[change.key]
      let last =
        switch change.kind {
        case .joined, .returned: start?.joined
        case .left: start?.left
        default: start?.edited
        }
      return try (change, ChangeRow(change, site: site, after: last ?? previous, entry: entry))
    }
  }
}
