package import Roster

/// How the rows of a network relate where its API refuses the usual ``Preparation`` and its
/// fallback is used: such rows lack fields, and their texts are less exact.
///
/// What an answer cannot tell is unknown, and not a change: the value that the archive knows stays.
/// It becomes part of the page's digest, so that a page and the stored rows agree.
package struct PartialAnswers: Sendable {
  /// Whether the rows of a ``Network/source(pageSize:prepared:)`` are partial.
  package var isPartial: @Sendable (_ source: String) -> Bool
  /// Whether a partial row can have this text where a whole one has the other.
  package var isSameText: @Sendable (_ partial: String, _ whole: String) -> Bool

  /// Two pure functions.
  package init(
    isPartial: @escaping @Sendable (_ source: String) -> Bool,
    isSameText: @escaping @Sendable (_ partial: String, _ whole: String) -> Bool
  ) {
    self.isPartial = isPartial
    self.isSameText = isSameText
  }

  /// A partial row with the profile text of the stored row of the same user, and with its name and
  /// location where a partial answer cannot distinguish them.
  package func completing(_ row: Moderator, from known: Moderator) -> Moderator {
    var row = row
    (row.aboutMe, row.aboutText) = (known.aboutMe, known.aboutText)
    if isSameText(row.displayName, known.displayName) { row.displayName = known.displayName }
    if let partial = row.location, let whole = known.location, isSameText(partial, whole) {
      row.location = whole
    }
    return row
  }
}
