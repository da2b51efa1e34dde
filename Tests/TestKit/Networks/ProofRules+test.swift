package import Roster

extension ProofRules {
  /// The rules of ``testNetwork``: pages have a `total`, and no roster is empty.
  package static let test = ProofRules(total: .exact, allowsEmptyRoster: false)
}

/// The rules of ``testNetwork`` and of each ``ListNetwork``.
package let mixedRules: [NetworkID: ProofRules] = Dictionary(
  uniqueKeysWithValues: [(testNetwork, .test)]
    + ListNetwork.all.map { ($0.id, $0.rules) })

/// The rules of ``testNetwork``.
package let testRules: [NetworkID: ProofRules] = [testNetwork: .test]
