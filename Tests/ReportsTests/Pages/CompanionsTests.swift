import Roster
import Tables
import TestKit
import Testing

@testable import Reports

struct CompanionsTests {
  /// Somebody with two sites in common with the account 1, after so many others without moderators' roles.
  private func companions(others: Int) -> Int {
    var companions = Companions()
    let sites = ["math", "tex"].map { SiteRef("stackexchange", $0) }
    for account in 0..<others { companions.exclude(account + 10, on: sites[0]) }
    for account in [1, 2] {
      companions.add(
        Record(
          View.people.row([
            "network": "stackexchange", "account_id": .integer(account), "display_name": "A",
            "site_list": "math tex",
          ])))
    }
    return companions.of(1, on: Set(sites)).count
  }

  @Test func nobodyIsListedWhereMorePlacesThanAreKeptAreHeldByOthers() {
    #expect(companions(others: 200_000) == 1)
    #expect(companions(others: 200_001) == 0)
  }
}
