package import FoundationEssentials

/// The order of a log's rows: by time, then by id.
package enum LogOrder: Hashable, Sendable {
  case oldestFirst
  case newestFirst
}

/// One row of the log of changed rights.
package struct RightsChange: Hashable, Sendable {
  package var id: Int
  package var time: Date
  /// Such as `rights`, or `autopromote` where a rule did it.
  package var action: String
  /// Whose rights changed; nil where the row hides it.
  package var target: Target?
  /// Who changed them, by the name of that time; nil where the row hides it.
  package var actor: String?
  /// The memberships before and after; nil where a very old row does not tell. An expired membership
  /// ends without a row.
  package var before: [Membership]?
  package var after: [Membership]?

  /// A user by the name of that time: the log has no ids, so renames must be applied.
  package struct Target: Hashable, Sendable {
    package var name: String
    /// The database of another wiki of the farm, for rows such as `Name@enwiki`; nil for this one.
    package var wiki: String?

    package init(name: String, wiki: String? = nil) {
      self.name = name
      self.wiki = wiki
    }
  }

  /// One group that a user belonged to.
  package struct Membership: Hashable, Sendable {
    package var group: String
    /// When it ends by itself; nil for never, and where an older row does not tell.
    package var expiry: Date?

    package init(group: String, expiry: Date? = nil) {
      self.group = group
      self.expiry = expiry
    }
  }
}

/// One row of the log of renamed users.
package struct UserRename: Hashable, Sendable {
  package var id: Int
  package var time: Date
  /// Nil where the row hides it, or is too old to tell.
  package var oldName: String?
  package var newName: String?

  package init(id: Int, time: Date, oldName: String?, newName: String?) {
    self.id = id
    self.time = time
    self.oldName = oldName
    self.newName = newName
  }
}

/// The renames of a wiki's users, to find who an old name is today.
package struct RenameHistory: Sendable {
  private let renames: [UserRename]

  /// - Parameter renames: In any order.
  package init(_ renames: [UserRename]) {
    self.renames = renames.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  /// The name after all renames that are later than a log's row; nil where one of them does not tell
  /// the new name.
  package func latestName(of name: String, after time: Date, id: Int) -> String? {
    var name = name
    for rename in renames where (rename.time, rename.id) > (time, id) && rename.oldName == name {
      guard let next = rename.newName else { return nil }
      name = next
    }
    return name
  }
}
