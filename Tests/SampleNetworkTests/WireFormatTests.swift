import Foundation
import SampleNetwork
import TestKit
import Testing

/// The wire format: what a client of the real API relies on.
struct WireFormatTests {
  @Test func aPageHasTheFieldsOfTheDefaultFilter() throws {
    let reply = try Caller().get("users/moderators?site=stackoverflow")
    #expect(Set(reply.wrapper.keys) == ["items", "has_more", "quota_max", "quota_remaining"])
    #expect(reply.response.status == 200)
    #expect(reply.response.contentType == "application/json; charset=utf-8")
    #expect(reply.response.contentEncoding == "gzip")
    #expect(reply.items.count == 30)
    let optional: Set = ["location", "website_url", "last_modified_date"]
    for item in reply.items {
      #expect(
        Set(item.keys).subtracting(optional) == [
          "account_id", "badge_counts", "creation_date", "display_name", "is_employee",
          "last_access_date", "link", "profile_image", "reputation", "reputation_change_day",
          "reputation_change_month", "reputation_change_quarter", "reputation_change_week",
          "reputation_change_year", "user_id", "user_type",
        ])
    }
  }

  @Test func theWellKnownFilterAddsPageAndTotalAndEscapes() throws {
    let reply = try Caller().get(
      "users/moderators?site=stackoverflow&pagesize=100&filter=!-*jbN0CeyJHb")
    #expect(reply.total == 84)
    #expect(reply.hasMore == false)
    #expect(reply.wrapper["page"] as? Int == 1)
    #expect(reply.ids.count == 84)
    let names = Set(reply.items.compactMap { $0["display_name"] as? String })
    for name in [
      "Maureen O&#39;Brien", "Fran&#231;ois Cura&#231;ao", "Łukasz Đurić", "山田太郎", "&#134071;野家 花子",
      "&lt;script&gt;alert(1)&lt;/script&gt;", "AT&amp;amp;T &amp;#39;fan&amp;#39;",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test func anUnsafeFilterGivesNamesAsPeopleWriteThem() throws {
    let caller = try Caller()
    let made = try caller.get("filters/create?include=.total;user.about_me&unsafe=true")
    let filter = try #require(made.items.first?["filter"] as? String)
    #expect(!filter.hasPrefix("!"))
    let reply = try caller.get(
      "users/moderators?site=stackoverflow&pagesize=100&sort=creation&order=asc&filter=\(filter)")
    let roster = caller.api.network.roster(of: "stackoverflow")
    #expect(reply.items.compactMap { $0["display_name"] as? String } == roster.map(\.displayName))
    #expect(reply.items.map { $0["about_me"] as? String } == roster.map(\.aboutMe))
    #expect(reply.items.map { $0["website_url"] as? String } == roster.map(\.websiteURL))
    #expect(reply.items.map { $0["location"] as? String } == roster.map(\.location))
    #expect(reply.ids == roster.map(\.userID))
  }

  @Test func filtersAreKnownAfterARestartAndReadBack() throws {
    let made = try Caller().get("filters/create?base=none&include=.items;site.name&exclude=.total")
    let id = try #require(made.items.first?["filter"] as? String)
    #expect(id.hasPrefix("!"))
    #expect(made.items.first?["included_fields"] as? [String] == [".items", "site.name"])
    let read = try Caller().get("filters/\(id);nonsense")
    #expect(read.items.map { $0["filter_type"] as? String } == ["safe", "invalid"])
    #expect(read.items.first?["included_fields"] as? [String] == [".items", "site.name"])
    let sites = try Caller().get("sites?pagesize=2&filter=\(id)")
    #expect(sites.wrapper.keys.sorted() == ["items"])
    #expect(sites.items.map { $0.keys.sorted() } == [["name"], ["name"]])
  }

  /// The ids are taken from the code of the clients: they cannot be made here.
  @Test func theFiltersOfPublicClientsAreKnown() throws {
    let sites = try Caller().get("sites/?pagesize=1000&page=1&filter=!*L1*AY-85YllAr2)")
    #expect(
      sites.wrapper.keys.sorted() == ["has_more", "items", "quota_max", "quota_remaining"])
    #expect(sites.items.first?.keys.sorted() == ["api_site_parameter", "name", "site_url"])
    let users = try Caller().get(
      "users/moderators?site=stackoverflow&filter=!-*f(6q3e0kcP")
    #expect(users.items.allSatisfy { $0["answer_count"] != nil && $0["about_me"] == nil })
  }

  @Test func onlyTheTotal() throws {
    let reply = try Caller().get("users/moderators?site=stackoverflow&filter=total")
    #expect(reply.wrapper.count == 1)
    #expect(reply.total == 84)
  }

  @Test func theListOfSitesHasNoBoundOnItsPages() throws {
    let api = SampleAPI(SampleConfiguration(limits: .off))
    let request = SampleRequest(target: "/2.2/sites?pagesize=10000&filter=withbody")
    let reply = try Reply(api.respond(to: request, at: Date(timeIntervalSince1970: 0)))
    #expect(reply.items.count == 346)
    #expect(reply.hasMore == false)
    let types = reply.items.compactMap { $0["site_type"] as? String }
    #expect(types.count(where: { $0 == "meta_site" }) == 172)
    let names = reply.items.compactMap { $0["name"] as? String }
    #expect(names.contains("Unix &amp; Linux"))
    let launched = reply.items.filter { $0["launch_date"] != nil }
    #expect(launched.count == 174)
  }

  @Test(arguments: [
    ("users/moderators?site=nope", "400 bad_parameter: No site found for name `nope`"),
    ("users/moderators", "400 bad_parameter: site is required"),
    ("sites?site=math", "400 bad_parameter: This method does not accept a 'site' parameter"),
    ("sites?key=abc", "400 bad_parameter: `key` doesn't match a known application"),
    ("sites?filter=zzz", "400 bad_parameter: filter"),
    ("errors/502", "502 throttle_violation: simulated"), ("errors/7", "400 bad_parameter: id"),
    ("sites?page=0", "400 bad_parameter: page"),
    ("users/moderators?site=math&pagesize=101", "400 bad_parameter: pagesize"),
    ("users/moderators?site=math&pagesize=-1", "400 bad_parameter: pagesize"),
    ("users/moderators?site=math&page=2147483648", "400 bad_parameter: page"),
    ("users/moderators?site=math&sort=votes", "400 bad_parameter: sort"),
    ("users/moderators?site=math&order=up", "400 bad_parameter: order"),
    ("users/moderators?site=math&min=x", "400 bad_parameter: min"),
    ("users/moderators?site=math&max=x", "400 bad_parameter: max"),
    ("users/moderators?site=math&fromdate=x", "400 bad_parameter: fromdate"),
    (
      "users/moderators?site=math&page=26",
      "403 access_denied: page above 25 requires access token or app key"
    ),
    ("moderators", "404 no_method: no method found with this name"),
    ("users/abc?site=math", "404 no_method: no method found with this name"),
  ])
  func wrongRequestsGetTheDocumentedError(target: String, error: String) throws {
    let reply = try Caller().get(target)
    #expect(reply.error == error)
    #expect(reply.response.status == 400)
    #expect(reply.response.contentEncoding == "gzip")
  }

  @Test func aKeyOpensThePagesAbove25() throws {
    let caller = try Caller()
    let target = "users/moderators?site=stackoverflow&pagesize=1&sort=creation&order=asc&page="
    let last = try caller.get(target + "84&key=sample((")
    #expect(last.ids == [caller.api.network.roster(of: "stackoverflow").last?.userID])
    #expect(last.hasMore == false)
    #expect(try caller.get(target + "85&key=sample((").ids.isEmpty)
    #expect(try caller.get(target + "25").hasMore == true)
  }

  @Test func aSiteGoesByItsParameterOrItsDomain() throws {
    let caller = try Caller()
    let parameter = try caller.get("users/moderators?site=cooking").ids
    #expect(try caller.get("users/moderators?site=cooking.stackexchange.com").ids == parameter)
    #expect(!parameter.isEmpty)
  }

  @Test(arguments: ["creation", "reputation", "name", "modified"])
  func descendingIsAscendingReversed(sort: String) throws {
    let caller = try Caller()
    let target = "users/moderators?site=stackoverflow&pagesize=100&sort=\(sort)&order="
    let (up, down) = (try caller.get(target + "asc").ids, try caller.get(target + "desc").ids)
    #expect(up == down.reversed())
    #expect(Set(up).count == 84)
  }

  @Test func boundsIncludeBothEnds() throws {
    let caller = try Caller()
    let roster = Array(caller.api.network.roster(of: "stackoverflow"))
    let (low, high) = (roster[10], roster[20])
    let site = "users/moderators?site=stackoverflow&pagesize=100"
    let dates = "fromdate=\(low.creationDate)&todate=\(high.creationDate)"
    let expected = Set(roster[10...20].map(\.userID))
    #expect(try Set(caller.get("\(site)&\(dates)").ids) == expected)
    let bounds = "sort=creation&min=\(low.creationDate)&max=\(high.creationDate)"
    #expect(try Set(caller.get("\(site)&\(bounds)").ids) == expected)
    let named = try caller.get("\(site)&sort=name&min=O%27Brien&max=O%27Brien")
    #expect(named.ids == roster.filter { $0.displayName == "O'Brien" }.map(\.userID))
  }

  @Test func theElectedAreAPartOfTheRoster() throws {
    let caller = try Caller()
    let elected = try caller.get("users/moderators/elected?site=stackoverflow&pagesize=100")
    let roster = caller.api.network.roster(of: "stackoverflow")
    #expect(Set(elected.ids) == Set(roster.filter(\.isElected).map(\.userID)))
    #expect(!elected.ids.isEmpty && elected.ids.count < 84)
  }

  @Test func usersAreFoundByIDAndUnknownOnesAreMissing() throws {
    let reply = try Caller().get("users/-1;123456789?site=math")
    #expect(reply.ids == [-1])
    #expect(reply.error == nil)
  }

  @Test func aLargeRosterIsReadWholeInEitherOrder() throws {
    let caller = try Caller(giant: 2_345)
    for sort in ["creation", "name"] {
      var readings: [[Int]] = []
      for order in ["asc", "desc"] {
        readings.append(
          try (1...24).flatMap { page in
            try caller.get(
              "users/moderators?site=giant&pagesize=100&sort=\(sort)&order=\(order)&page=\(page)"
            ).ids
          })
      }
      #expect(readings[0] == readings[1].reversed())
      #expect(Set(readings[0]).count == 2_345)
    }
  }

  @Test func aPageSizeOfNothingIsLegal() throws {
    let reply = try Caller().get("users/moderators?site=math&pagesize=0")
    #expect(reply.ids.isEmpty)
    #expect(reply.hasMore == true)
  }
}
