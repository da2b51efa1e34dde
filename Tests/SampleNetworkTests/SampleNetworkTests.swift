import Roster
import SampleNetwork
import TestKit
import Testing

/// The generated network: who is on which roster on which day.
struct SampleNetworkTests {
  static let whole = SampleWorld()

  @Test func theRecordedListHasItsMainAndMetaSites() {
    let sites = Self.whole.sites
    #expect(sites.count(where: { $0.site.type == .main }) == 174)
    #expect(sites.count(where: { $0.site.type == .meta }) == 172)
    #expect(sites.filter { $0.site.type == .meta }.allSatisfy { $0.parent != nil })
    #expect(Self.whole.site("unix")?.site.name == "Unix & Linux")
    #expect(Self.whole.site("softwareengineering")?.site.aliases.isEmpty == false)
  }

  @Test func withoutMetaSitesTheOthersAreTheSame() {
    let whole = SampleWorld(siteLimit: 520)
    let main = SampleWorld(siteLimit: 174 + 174, withMeta: false)
    #expect(main.sites.map(\.site) == whole.sites.map(\.site).filter { $0.type == .main })
    for site in main.sites where site.seats < 1_000 {
      #expect(
        main.roster(of: site.site.id).map(\.userID) == whole.roster(of: site.site.id).map(\.userID))
    }
    #expect(SampleWorld(withMeta: false).sites.count == 174)
    #expect(SampleWorld(siteLimit: 3, giant: 5, withMeta: false).sites.count == 4)
  }

  @Test(arguments: [0, 1, 29, 365])
  func sizesAreThoseOfRealLife(day: Int) {
    let network = Self.whole.on(day: day)
    for site in network.sites {
      let roster = network.roster(of: site.site.id)
      let isFlagship = ["stackoverflow", "meta.stackoverflow"].contains(site.site.id)
      #expect(isFlagship ? roster.count == 84 : (2...30).contains(roster.count), "\(site.site.id)")
      #expect(roster.contains { $0.isStaff })
      #expect(roster.first?.userID == -1 && roster.first?.accountID == -1)
      #expect(roster.first?.reputation == 1)
    }
  }

  @Test(arguments: [1, 2, 77] as [UInt64])
  func idsAreDistinctAndGrowWithTheDateOfCreation(seed: UInt64) {
    let network = SampleWorld(seed: seed, day: 40, siteLimit: 500)
    for site in network.sites where site.seats < 1_000 {
      let roster = Array(network.roster(of: site.site.id))
      #expect(Set(roster.map(\.accountID)).count == roster.count, "\(site.site.id)")
      #expect(zip(roster, roster.dropFirst()).allSatisfy { $0.creationDate < $1.creationDate })
      #expect(zip(roster, roster.dropFirst()).allSatisfy { $0.userID < $1.userID })
    }
  }

  @Test func aRowDependsOnNeitherTheLimitNorTheOrderOfAsking() {
    let few = SampleWorld(siteLimit: 40)
    for site in few.sites {
      #expect(Array(few.roster(of: site.site.id)) == Array(Self.whole.roster(of: site.site.id)))
    }
    let roster = Self.whole.roster(of: "stackoverflow")
    #expect(roster.indices.reversed().map { roster[$0] } == Array(roster).reversed())
  }

  @Test func anotherSeedIsAnotherNetwork() {
    let other = SampleWorld(seed: 2)
    #expect(Array(other.roster(of: "math")) != Array(Self.whole.roster(of: "math")))
    #expect(Array(SampleWorld(seed: 2).roster(of: "math")) == Array(other.roster(of: "math")))
  }

  @Test func aMetaSiteRepeatsItsMainSite() throws {
    for site in Self.whole.sites {
      guard let parent = site.parent else { continue }
      let here = Self.whole.roster(of: site.site.id).map { [$0.userID, $0.accountID] }
      #expect(here == Self.whole.roster(of: parent).map { [$0.userID, $0.accountID] })
    }
    let user = try #require(Self.whole.roster(of: "math.meta").last)
    #expect(user.link.hasPrefix("https://math.meta.stackexchange.com/users/"))
  }

  @Test func thePersonOfAnAccountIsTheSameOnEverySite() {
    var names: [Int: Set<String>] = [:]
    var sites: [Int: Int] = [:]
    for site in Self.whole.sites where site.parent == nil {
      for user in Self.whole.roster(of: site.site.id) where !user.isCommunity {
        names[user.accountID, default: []].insert(user.displayName)
        sites[user.accountID, default: 0] += 1
      }
    }
    #expect(names.values.allSatisfy { $0.count == 1 })
    #expect(sites.values.count(where: { $0 > 1 }) > 100)
  }

  @Test(arguments: [
    "Maureen O'Brien", "Seán O’Brien", "Bjørn Økland", "Łukasz Đurić", "Günther Straße", "山田太郎",
    "דוד כהן", "محمد العلي", "Night 🦉 Owl", "Salt & Pepper", "<script>alert(1)</script>", "=1+1",
    "A name that fills all of the sixty characters it may have.OK",
  ])
  func everyKindOfNameIsThere(name: String) {
    let network = SampleWorld(seed: 99, siteLimit: 1)
    #expect(network.roster(of: "stackoverflow").contains { $0.displayName == name })
  }

  @Test(arguments: [1, 5, 1234] as [UInt64])
  func theFirstDayHasChangesOfEveryKindButReturns(seed: UInt64) {
    let network = SampleWorld(seed: seed, siteLimit: 1)
    let first = network.changes(fromDay: 0, toDay: 1)
    #expect(Set(first.map(\.kind)).isSuperset(of: [.joined, .left, .renamed]))
    #expect(
      first.contains {
        $0.formerName == "Maureen O'Brien" && $0.displayName == "Maureen O'Brien-Vance"
      })
    let nine = network.changes(seenOn: Array(0...9))
    #expect(nine.contains { $0.day == 8 && $0.kind == .returned })
  }

  @Test func changesReplayedGiveTheRosterOfEveryDay() {
    let days = [0, 1, 2, 5, 8, 9, 21]
    for site in Self.whole.sites.prefix(60) {
      let id = site.site.id
      var present = Set(Self.whole.roster(of: id).map(\.userID))
      let changes = Self.whole.changes(of: id, seenOn: days)
      for day in days.dropFirst() {
        for change in changes where change.day == day {
          switch change.kind {
          case .left: #expect(present.remove(change.userID) != nil)
          case .joined, .returned: #expect(present.insert(change.userID).inserted)
          case .renamed, .profile: #expect(present.contains(change.userID))
          case .siteRenamed, .siteClosed, .siteReopened: Issue.record("no site changes")
          }
        }
        #expect(
          present == Set(Self.whole.on(day: day).roster(of: id).map(\.userID)), "\(id) \(day)")
      }
    }
  }

  @Test func changesAreThoseThatTheRostersShow() {
    let (before, after) = (Self.whole, Self.whole.on(day: 3))
    for site in Self.whole.sites {
      let old = before.roster(of: site.site.id).map(\.moderator)
      let new = after.roster(of: site.site.id).map(\.moderator)
      let difference = Change.difference(from: old, to: new, former: [:])
      let told = Self.whole.changes(of: site.site.id, seenOn: [0, 3])
      #expect(
        Set(difference.map { "\($0.kind) \($0.userID)" })
          == Set(told.map { "\($0.kind) \($0.userID)" }))
    }
  }

  @Test func everybodyMovesEveryDayWithoutBeingChanged() {
    let (today, tomorrow) = (
      Self.whole.roster(of: "math"), Self.whole.on(day: 1).roster(of: "math")
    )
    let later = Dictionary(uniqueKeysWithValues: tomorrow.map { ($0.userID, $0) })
    for user in today where !user.isCommunity {
      guard let same = later[user.userID] else { continue }
      #expect(same.reputation > user.reputation)
      #expect(same.lastAccessDate > user.lastAccessDate)
      #expect(same.creationDate == user.creationDate)
    }
  }

  @Test func aGiantIsAsLargeAsAskedForAndReadFromAnywhere() throws {
    let network = SampleWorld(siteLimit: 2, giant: 1_000_000)
    #expect(network.sites.map(\.site.id) == ["stackoverflow", "serverfault", "giant"])
    let roster = network.on(day: 400).roster(of: "giant")
    #expect(roster.count == 1_000_000)
    let last = try #require(roster.last)
    #expect(last.userID < Int32.max && last.accountID < Int32.max)
    let some = stride(from: 0, to: roster.count, by: 9_973).map { roster[$0] }
    #expect(zip(some, some.dropFirst()).allSatisfy { $0.creationDate < $1.creationDate })
    #expect(Set(some.map(\.accountID)).count == some.count)
  }

  @Test func moreSitesThanRecordedAreInvented() {
    let network = SampleWorld(siteLimit: 4_346)
    #expect(network.sites.count == 4_346)
    #expect(network.sites.count(where: { $0.seats == 25_000 }) == 40)
    #expect(network.sites.reduce(0) { $0 + $1.seats } > 1_000_000)
    #expect(network.roster(of: "topic400").count == 25_000)
    let small = SampleWorld(siteLimit: 4_346, withLarge: false)
    #expect(small.sites.map(\.site) == network.sites.map(\.site))
    #expect(small.sites.allSatisfy { $0.seats < 100 })
  }

  /// Every user has a long text, and always the same one.
  @Test func profilesCanBeLong() throws {
    var configuration = SampleConfiguration(siteLimit: 3, limits: .off)
    configuration.profileLength = 2_000
    var caller = try Caller()
    caller.api = SampleAPI(configuration)
    func texts() throws -> [String] {
      try caller.get("users/moderators?site=stackoverflow&pagesize=100&filter=withbody").items
        .compactMap { $0["about_me"] as? String }
    }
    let long = try texts()
    #expect(long.count == 84 && long.allSatisfy { (2_000..<3_500).contains($0.utf8.count) })
    #expect(try texts() == long)
    #expect(Set(long).count == long.count)
    configuration.profileLength = -1
    let problem = "The length of profiles -1 is out of range; choose 0 to 60000."
    #expect(configuration.problems == [problem])
  }
}
