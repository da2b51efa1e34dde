extension Moderator.Kind {
  /// Why a user can moderate a site, such as "elected moderator".
  ///
  /// - Parameter isElected: Whether moderators were elected; nil where that is not known.
  package func words(isElected: Bool?) -> String {
    switch (self, isElected) {
    case (.moderator, true?): "elected moderator"
    case (.moderator, false?): "appointed moderator"
    case (.moderator, nil), (.staff, _), (.community, _): rawValue
    }
  }
}
