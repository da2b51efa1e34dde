/// What a forum tells about itself even where it shows nothing else without a login.
package struct ForumInfo: Hashable, Sendable {
  package var title: String?
  package var locale: String?
  /// Whether everything else needs a login; nil where the forum does not say.
  package var requiresLogin: Bool?

  package init(title: String?, locale: String?, requiresLogin: Bool?) {
    self.title = title
    self.locale = locale
    self.requiresLogin = requiresLogin
  }
}
