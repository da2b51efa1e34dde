import Archive
import ArchiveKit
import FoundationEssentials
import Roster
import TestKit
import Testing

@Suite struct ScopeTests {
  private let sites = [Site.math, .cooking, .made(1)]

  @Test func anArchiveHasNoScopeUntilSomebodySetsOne() throws {
    try withArchive(sites: sites) { test in
      let scope = try test.archive.scope(of: testNetwork)
      #expect(scope.isEmpty)
    }
  }

  @Test(arguments: Scope.Sites.allCases)
  func aScopeIsKeptAndReplacesTheOneBefore(sites: Scope.Sites) throws {
    try withArchive(sites: self.sites) { test in
      let network = testNetwork
      try test.archive.setScope(Scope(.main, names: ["math", "cooking"]), network: network)
      let scope = Scope(sites, names: ["site1", "cooking"])
      try test.archive.setScope(scope, network: network)
      #expect(try test.archive.scope(of: network) == scope)
    }
  }

  @Test func namedSitesAreAddedToWhatIsThere() throws {
    try withArchive(sites: sites) { test in
      let network = testNetwork
      try test.archive.setScope(Scope(.main, names: ["math"]), network: network)
      try test.archive.addToScope(["cooking", "math"])
      #expect(
        try test.archive.scope(of: network) == Scope(.main, names: ["math", "cooking"]))
    }
  }

  @Test func anUnknownSiteLeavesTheScopeAsItWas() throws {
    try withArchive(sites: sites) { test in
      let network = testNetwork
      try test.archive.setScope(Scope(names: ["math"]), network: network)
      #expect(throws: ArchiveError.self) {
        try test.archive.setScope(Scope(.all, names: ["nosuch"]), network: network)
      }
      #expect(try test.archive.scope(of: network) == Scope(names: ["math"]))
    }
  }

  /// The first run of an archive sets the scope before it has a list of sites.
  @Test func aScopeNeedsNoListOfSites() throws {
    try withArchive(sites: []) { test in
      try test.archive.setScope(Scope(.all), network: "other")
      #expect(try test.archive.scope(of: "other") == Scope(.all))
      #expect(try test.archive.latestSiteList(of: "other") == nil)
    }
  }

  @Test(arguments: [
    (Scope(.all), true, true), (Scope(.main), true, false), (Scope(), false, false),
    (Scope(.main, names: ["meta.math"]), true, true), (Scope(names: ["meta.math"]), false, true),
  ])
  func aScopeSaysWhichSitesItHolds(scope: Scope, main: Bool, meta: Bool) {
    let talk = Site("meta.math", name: "Meta", url: "https://meta.example", type: .meta)
    #expect(scope.holds(.math) == main)
    #expect(scope.holds(talk) == meta)
  }
}

@Suite struct IdentityTests {
  @Test func everyArchiveIsAnother() throws {
    try withArchive { first in
      try withArchive { second in
        let identity = try first.archive.identity()
        #expect(UUID(uuidString: identity) != nil)
        let (again, other) = try (first.archive.identity(), second.archive.identity())
        #expect(identity == again)
        #expect(identity != other)
      }
    }
  }

  @Test func theAPIOfANetworkIsKept() throws {
    try withArchive { test in
      let network = testNetwork
      #expect(try test.archive.api(of: network) == nil)
      try test.archive.bindAPI("api.example", network: network, at: day(1))
      try test.archive.bindAPI("new.example", network: network, at: day(2))
      #expect(try test.archive.api(of: network) == "new.example")
      #expect(try test.archive.api(of: "other") == nil)
    }
  }
}
