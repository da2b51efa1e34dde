package import Roster

/// One member of a wiki's group.
package struct WikiMember: Hashable, Sendable {
  package var moderator: Moderator
  /// All groups that the user belongs to, by rule or not, such as `bot`: programs can be sysops.
  package var groups: [String]
  package var editCount: Int?

  package init(_ moderator: Moderator, groups: [String], editCount: Int? = nil) {
    self.moderator = moderator
    self.groups = groups
    self.editCount = editCount
  }
}

extension Page<WikiMember> {
  /// The page as one of a roster.
  package var moderators: Page<Moderator> {
    Page<Moderator>(items: items.map(\.moderator), next: next, total: total)
  }
}
