package import FoundationEssentials

/// The order of a log's rows: by time, then by id.
package enum LogOrder: Hashable, Sendable {
  case oldestFirst
  case newestFirst
}

/// One row of a log in which a network records who got or lost a role, or who was renamed.
package struct LogEntry: Hashable, Sendable {
  /// Unique within the log.
  package var id: Int
  package var time: Date
  package var content: Content

  /// What a row tells.
  package enum Content: Hashable, Sendable {
    case rights(RightsChange)
    case rename(UserRename)
  }

  /// A row with its id and time.
  package init(id: Int, time: Date, _ content: Content) {
    self.id = id
    self.time = time
    self.content = content
  }
}

/// A row of the log of changed rights. It names the user as the user was called then.
package struct RightsChange: Hashable, Sendable {
  /// Whose rights changed; nil where the row hides it.
  package var name: String?
  /// Another site of the network, at which the rights changed; nil where it is the log's own.
  package var site: SiteID?
  /// The roles before; nil where a very old row does not tell.
  package var before: [Membership]?
  /// The roles after; nil where a very old row does not tell. A role that has expired ends without a
  /// row.
  package var after: [Membership]?

  package init(
    name: String?, site: SiteID? = nil, before: [Membership]?, after: [Membership]?
  ) {
    self.name = name
    self.site = site
    self.before = before
    self.after = after
  }

  /// A role that a user has.
  package struct Membership: Hashable, Sendable {
    package var role: Role
    /// When it ends by itself; nil for never, and where the row does not tell.
    package var expiry: Date?
    /// Whether the row tells when, or that it never does; older rows do not.
    package var tellsExpiry: Bool

    package init(_ role: Role, expiry: Date? = nil, tellsExpiry: Bool? = nil) {
      self.role = role
      self.expiry = expiry
      self.tellsExpiry = tellsExpiry ?? (expiry != nil)
    }
  }

  /// The row without other roles than these. One that names none of them still tells that the user did not
  /// have them.
  package func limited(to roles: Set<Role>) -> RightsChange {
    var change = self
    change.before = before?.filter { roles.contains($0.role) }
    change.after = after?.filter { roles.contains($0.role) }
    return change
  }
}

/// A row of the log of renamed users.
package struct UserRename: Hashable, Sendable {
  /// Nil where the row hides it, or is too old to tell.
  package var oldName: String?
  package var newName: String?

  package init(oldName: String?, newName: String?) {
    self.oldName = oldName
    self.newName = newName
  }
}
