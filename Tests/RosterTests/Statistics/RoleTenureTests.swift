import FoundationEssentials
import Roster
import Testing

/// Who gets another role neither leaves nor joins.
struct RoleTenureTests {
  private static func tenure(
    _ user: Int, _ first: Int, _ left: Int?, absentBefore: Int? = nil, elected: Bool? = nil,
    kind: Moderator.Kind = .moderator
  ) -> TenureHistory.SiteTenure {
    func date(_ day: Int) -> Date { Date(unixSeconds: day * 86_400) }
    return TenureHistory.SiteTenure(
      site: 0,
      tenure: Tenure(
        userID: user, absentBefore: absentBefore.map(date), firstSeen: date(first),
        lastSeen: date(left.map { $0 - 1 } ?? 9), leftAt: left.map(date)), kind: kind,
      isElected: elected)
  }

  private static func joined(
    _ tenures: TenureHistory.SiteTenure...
  ) -> [TenureHistory.SiteTenure] {
    TenureHistory(tenures: tenures).joiningRoles.tenures
  }

  @Test func tenuresThatMeetAreOne() {
    let one = Self.tenure(1, 1, 4)
    #expect(Self.joined(one, Self.tenure(1, 4, nil, absentBefore: 3)) == [Self.tenure(1, 1, nil)])
    #expect(Self.joined(Self.tenure(1, 2, 3), one) == [one])
    #expect(Self.joined(one, Self.tenure(1, 1, nil)) == [Self.tenure(1, 1, nil)])
  }

  @Test func othersStayAsTheyAre() {
    let tenures = [Self.tenure(1, 1, 4), Self.tenure(2, 2, nil), Self.tenure(1, 5, nil)]
    #expect(Self.joined(tenures[0], tenures[1], tenures[2]) == tenures)
  }

  @Test func whoWasElectedToOneRoleWasElected() {
    let joined = Self.joined(
      Self.tenure(1, 1, nil, elected: true), Self.tenure(1, 2, nil, elected: false))
    #expect(joined == [Self.tenure(1, 1, nil, elected: true)])
  }
}
