/// One group of a forum.
package struct ForumGroup: Hashable, Sendable {
  package var id: Int
  /// In the forum's language, for its members' address.
  package var name: String

  package init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}
