package import Roster

extension ProofRules {
  /// The rules of ``testNetwork``: pages have a `total`, and no roster is empty.
  package static let test = ProofRules(total: .exact, allowsEmptyRoster: false)
}

/// The rules of ``testNetwork`` and of ``TokenNetwork``.
package let mixedRules: [NetworkID: ProofRules] = [
  testNetwork: .test, TokenNetwork.id: TokenNetwork.rules,
]

/// The rules of ``testNetwork``.
package let testRules: [NetworkID: ProofRules] = [testNetwork: .test]
