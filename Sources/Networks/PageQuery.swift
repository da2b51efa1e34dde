package import Roster

/// The page of a list that a request asks for.
package struct PageQuery: Sendable {
  package var position: PagePosition
  /// 1 to ``NetworkLimits/pageSize``.
  package var pageSize: Int
  /// Which reading: the second one is in the opposite order of the first.
  package var reading: Reading

  package init(at position: PagePosition, pageSize: Int, reading: Reading) {
    self.position = position
    self.pageSize = pageSize
    self.reading = reading
  }
}
