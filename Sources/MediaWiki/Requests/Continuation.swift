import Networks
package import Roster

/// Where a list goes on: every member of an answer's `continue`, which the next request repeats
/// unchanged.
package struct Continuation: Hashable, Sendable {
  package let members: [String: String]

  package init(_ members: [String: String]) {
    self.members = members
  }

  /// The members as one text, in a fixed order, such as `aufrom=Bob&continue=-%7C%7C`.
  package var token: String {
    RequestQuery.text(members.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  /// Where the next page begins.
  package var position: PagePosition { .token(token) }

  /// Reads a ``token``; nil where it is not one.
  package init?(token: String) {
    var members: [String: String] = [:]
    for pair in token.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = PercentEncoding.decoded(sides[0]),
        let value = PercentEncoding.decoded(sides[1])
      else { return nil }
      members[name] = value
    }
    guard !members.isEmpty else { return nil }
    self.init(members)
  }
}
