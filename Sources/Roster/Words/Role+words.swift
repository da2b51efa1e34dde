extension Role {
  /// What the role is called, such as `category moderator`.
  package var words: String { rawValue.replacing("_", with: " ") }
}
