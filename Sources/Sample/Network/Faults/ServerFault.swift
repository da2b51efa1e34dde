/// The kinds of faults of a server without scopes.
package protocol ServerFaultKind: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// What happens, in one sentence.
  var meaning: String { get }
}

/// A configured fault of a server without scopes, written as `NAME` or `NAME=COUNT`: it applies to
/// every request that it concerns, or to the first ones.
package struct ServerFault<Kind: ServerFaultKind>: Hashable, Sendable {
  package var kind: Kind
  /// To how many requests it applies; nil for all.
  package var most: Int?

  package init(_ kind: Kind, most: Int? = nil) {
    self.kind = kind
    self.most = most
  }

  /// Parses `NAME[=COUNT]`.
  ///
  /// - Throws: `SampleFault.Unreadable`, whose description names the wrong part and the choices.
  package init(_ text: String) throws(SampleFault.Unreadable) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(sides[0])) else {
      throw SampleFault.Unreadable(unknown: sides[0], among: Kind.allCases.map(\.rawValue))
    }
    self.init(kind)
    guard sides.count > 1 else { return }
    guard let count = Int(sides[1]), count >= 0 else {
      throw SampleFault.Unreadable(
        description: "The fault `\(kind.rawValue)` takes no `\(sides[1])`; it takes a number of "
          + "requests (3).")
    }
    most = count
  }
}

/// Decides whether a fault applies to a request that it concerns.
struct FaultTally<Kind: ServerFaultKind>: Sendable {
  private var left: [Kind: Int] = [:]

  init(_ faults: [ServerFault<Kind>]) {
    for fault in faults where left[fault.kind] == nil { left[fault.kind] = fault.most ?? .max }
  }

  /// Whether the fault applies now; each time that it does counts.
  mutating func strikes(_ kind: Kind) -> Bool {
    guard let count = left[kind], count > 0 else { return false }
    if count < .max { left[kind] = count - 1 }
    return true
  }
}
