import SampleNetwork
import TestKit
import Testing

/// `NAME[=PARAM[,PARAM…]][@SCOPE]`.
struct FaultTextTests {
  @Test(arguments: [
    ("http500", SampleFault.Extent.all), ("http500=3", .first(3)),
    ("reset=10%", .chance(percent: 10)),
    ("reset=0.5%", .chance(percent: 0.5)), ("backoff", .chance(percent: 10)), ("swaps", .first(1)),
    ("lockout=2,5s", .first(2)), ("quota=15", .all),
  ])
  func extents(text: String, extent: SampleFault.Extent) throws {
    #expect(try SampleFault(text).extent == extent)
  }

  @Test func durationsAndAmounts() throws {
    #expect(try SampleFault("latency=250ms").duration == .milliseconds(250))
    #expect(try SampleFault("http503=1,30s").duration == .seconds(30))
    #expect(try SampleFault("http503").duration == .seconds(2))
    #expect(try SampleFault("quota=7").amount == 7)
    #expect(try SampleFault("sites-cut").amount == 20)
    #expect(try SampleFault("gzip-bomb=4,1%").amount == 4)
  }

  @Test(arguments: [
    ("reset@math", SampleFault.Scope(site: "math")), ("reset@sites", .init(method: "sites")),
    ("reset=5%@users/moderators", .init(method: "users/moderators")),
    ("short-page@math:3", .init(site: "math", page: 3)), ("reset@:2", .init(page: 2)),
    ("reset@filters/create", .init(method: "filters/create")),
  ])
  func scopes(text: String, scope: SampleFault.Scope) throws {
    #expect(try SampleFault(text).scope == scope)
  }

  @Test(arguments: [
    (
      "site-vanishes",
      "The fault `site-vanishes` needs a site, such as `site-vanishes@math`."
    ),
    (
      "http500=often",
      "The fault `http500` takes no `often`; it takes a number of requests (3), a chance (10%)."
    ),
    (
      "short-page=2", "The fault `short-page` takes no `2`; it takes a chance (10%)."
    ),
    (
      "reset=200%",
      "The fault `reset` takes no `200%`; it takes a number of requests (3), a chance (10%)."
    ),
    (
      "http503=-1s",
      "The fault `http503` takes no `-1s`; it takes a number of requests (3), a chance (10%), "
        + "a time (500ms, 30s)."
    ),
    ("very-bad-network=1", "The fault `very-bad-network` takes no `1`; it takes no parameter."),
    ("reset@", "The scope after `@` is empty; name a site, a method or a page such as `:2`."),
    ("reset@math:x", "The page `x` of the scope `@math:x` is not a number of 1 or more."),
  ])
  func unreadableOnesSayWhatWouldBeRight(text: String, sentence: String) throws {
    let error = try #require(throws: SampleFault.Unreadable.self) { try SampleFault(text) }
    #expect(error.description == sentence)
  }

  @Test func anUnknownNameGetsTheList() throws {
    let error = try #require(throws: SampleFault.Unreadable.self) { try SampleFault("http501") }
    #expect(error.description.hasPrefix("There is no fault `http501`; the faults are latency, "))
    #expect(error.description.hasSuffix("gone, long-wait."))
  }

  @Test func theCatalogueDescribesEveryFaultOnce() {
    let names = SampleFault.catalogue.map(\.name)
    #expect(names == SampleFault.Kind.allCases.map(\.rawValue))
    #expect(
      SampleFault.catalogue.allSatisfy { $0.meaning.hasSuffix(".") && !$0.parameters.isEmpty })
    #expect(Set(SampleFault.catalogue.map(\.meaning)).count == names.count)
  }

  @Test func valuesOutOfRangeAreNamed() throws {
    var configuration = SampleConfiguration(day: -1, siteLimit: 20_001, giant: 1)
    configuration.faults = [try SampleFault("reset@nowhere"), try SampleFault("reset@giant")]
    #expect(
      configuration.problems == [
        "The day -1 is out of range; choose 0 to 3651.",
        "The number of sites 20001 is out of range; choose 0 to 20000.",
        "The giant's size 1 is out of range; choose 2 to 1000000.",
        "The scope `@nowhere` of the fault `reset` is neither a site of this network nor a method; "
          + "the methods are sites, users/moderators, users/moderators/elected, users, "
          + "filters/create, filters, errors.",
      ])
    #expect(SampleConfiguration(giant: 300).problems.isEmpty)
  }

  /// A fault of the second page does nothing to a list with one page.
  @Test func aFaultWithoutEffectIsTold() throws {
    func warnings(_ fault: String) throws -> [String] {
      SampleConfiguration(faults: [try SampleFault(fault)]).warnings
    }
    let told = try warnings("lost-items@cooking")
    #expect(told.count == 1)
    #expect(
      told[0].hasPrefix(
        "The fault `lost-items` has no effect on `cooking`: it needs page 2, and the "))
    #expect(told[0].hasSuffix(" are on 1 page. `lost-items@cooking:1` changes its first page."))
    for fault in ["total-changes@cooking", "more-early@cooking", "lost-items@cooking:2"] {
      #expect(try warnings(fault).count == 1)
    }
    for fault in ["lost-items@cooking:1", "total-wrong@cooking", "lost-items", "site-error@math"] {
      #expect(try warnings(fault).isEmpty)
    }
  }
}
