import Testing

@testable import SampleNetwork

/// What was slow to compute is kept, within a bound.
struct BoundedCacheTests {
  @Test func valuesAreKeptUpToTheBound() {
    var cache = BoundedCache<String, Int>(most: 10)
    cache.keep(1, as: "a", elements: 4)
    cache.keep(2, as: "b", elements: 6)
    #expect(cache["a"] == 1 && cache["b"] == 2 && cache.elements == 10)
    cache.keep(3, as: "c", elements: 1)
    #expect(cache["a"] == nil && cache["b"] == nil && cache["c"] == 3 && cache.elements == 1)
  }

  @Test func aValueLargerThanTheBoundIsKeptAlone() {
    var cache = BoundedCache<String, Int>(most: 10)
    cache.keep(1, as: "a", elements: 1)
    cache.keep(2, as: "b", elements: 1_000)
    #expect(cache["a"] == nil && cache["b"] == 2)
    cache.keep(3, as: "c", elements: 1)
    #expect(cache["b"] == nil && cache["c"] == 3)
  }

  /// As many large rosters as a client reads at the same time do not displace each other.
  @Test func tenLargeRostersHaveRoom() {
    var cache = BoundedCache<Int, Int>()
    for site in 1...10 { cache.keep(site, as: site, elements: 25_025) }
    #expect((1...10).allSatisfy { cache[$0] == $0 })
  }

  @Test func aReplacedValueCountsNoLonger() {
    var cache = BoundedCache<String, Int>(most: 10)
    cache.keep(1, as: "a", elements: 4)
    for value in 2...5 { cache.keep(value, as: "b", elements: 6) }
    #expect(cache["a"] == 1 && cache["b"] == 5 && cache.elements == 10)
  }

  @Test func aRemovedValueIsGone() {
    var cache = BoundedCache<String, Int>()
    cache.keep(1, as: "a", elements: 1)
    cache.remove("a")
    #expect(cache["a"] == nil && cache.elements == 0)
  }
}
