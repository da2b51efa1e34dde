package import Roster

extension ProofRules {
  /// The rules of ``testNetwork``: pages say how many there are, and nobody has an empty roster.
  package static let test = ProofRules(hasTotal: true, allowsEmptyRoster: false)
}

/// What the rosters of ``testNetwork`` and of ``TokenNetwork`` can prove.
package let mixedRules: [NetworkID: ProofRules] = [
  testNetwork: .test, TokenNetwork.id: TokenNetwork.rules,
]

/// What the rosters of ``testNetwork`` can prove.
package let testRules: [NetworkID: ProofRules] = [testNetwork: .test]
