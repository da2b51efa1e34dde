/// The evidence of one published roster, as in the views.
package struct RosterProof: Hashable, Sendable {
  /// A row of `walks`.
  package var walk: Row
  /// Its rows of `pages`, by reading and page.
  package var pages: [Row]

  /// The evidence of one walk.
  package init(walk: Row, pages: [Row]) {
    self.walk = walk
    self.pages = pages
  }
}
