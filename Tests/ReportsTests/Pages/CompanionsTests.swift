import Roster
import Testing

@testable import Reports

struct CompanionsTests {
  @Test func whatIsLeftOutHasAReason() {
    var companions = Companions()
    let site = SiteRef("stackexchange", "math")
    for account in 1...200_000 { companions.leaveOut(account, on: site) }
    #expect(companions.reason == nil)
    companions.leaveOut(200_001, on: site)
    #expect(companions.reason == "more than 200,000 places are held by staff")
  }
}
