import Roster

extension MarkupText {
  /// The address of the first link of a page that has a relation to it, as it is written there; nil without
  /// one.
  ///
  /// - Parameter relation: A value of `rel`, in any case.
  package static func link(to relation: String, in html: String) -> String? {
    let finder = RelationFinder(relation.lowercased())
    HTMLReader().read(html, into: finder)
    return finder.link
  }
}

private final class RelationFinder: HTMLHandler {
  private let relation: String
  private(set) var link: String?

  init(_ relation: String) {
    self.relation = relation
  }

  func start(_ name: String) {}
  func end(_ name: String) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func relation(_ names: String, link: String) {
    let names = names.lowercased().split(whereSeparator: \.isWhitespace)
    guard self.link == nil, names.contains(Substring(relation)) else { return }
    self.link = link
  }
}
