import FoundationEssentials
import MediaWiki
import Roster
import TestKit
import Testing
import Transport

/// The site matrix and the logs.
struct WikiListTests {
  private static let matrix = #"""
    {"sitematrix":{"count":5,"0":{"code":"de","name":"Deutsch","site":[{"url":
    "https://de.wikipedia.org","dbname":"dewiki","code":"wiki","sitename":"Wikipedia"},{"url":
    "https://de.wikinews.org","dbname":"dewikinews","code":"wikinews","sitename":"Wikinews",
    "closed":true}]},"1":{"code":"xx","name":"X","site":[]},"specials":[{"url":
    "https://meta.wikimedia.org/","dbname":"metawiki","code":"meta","sitename":"Meta"},{"url":
    "https://arb.wikimedia.org","dbname":"arbwiki","code":"arb","sitename":"Arb","private":true},
    {"url":"https://x.wikimedia.org","dbname":"xwiki","code":"x","sitename":"X","fishbowl":true}]}}
    """#

  @Test func privateWikisAreSkippedAndClosedOnesKept() throws {
    let answer = try WikiReplies.wiki().siteMatrix().read(WikiReplies.json(Self.matrix))
    let page = try #require(answer.payload, "\(answer.outcome)")
    #expect(page.items.map(\.id) == ["dewiki", "dewikinews", "metawiki", "xwiki"])
    #expect(page.items.map(\.state) == ["normal", "closed", "normal", "fishbowl"])
    #expect(page.items[0].name == "Wikipedia (Deutsch)" && page.items[2].name == "Meta")
    #expect(page.items[2].url == "https://meta.wikimedia.org")
    #expect(page.items.allSatisfy { $0.network == WikiEndpoint.wikimedia })
    #expect(!page.hasMore)
  }

  @Test func theMatrixGoesOnUnderTheOlderName() throws {
    let first = #"""
      {"sitematrix":{"count":5,"0":{"code":"de","name":"Deutsch","site":[]}},
      "query-continue":{"sitematrix":{"smcontinue":"language|en"}}}
      """#
    let answer = try WikiReplies.wiki().siteMatrix().read(WikiReplies.json(first))
    let page = try #require(answer.payload, "\(answer.outcome)")
    #expect(page.hasMore && page.continuation == "smcontinue=language%7Cen")
    // What the first page had is not counted on the second.
    let rest = try WikiReplies.wiki().siteMatrix(
      from: Continuation(["smcontinue": "language|en"])
    ).read(WikiReplies.json(Self.matrix.replacing(#""count":5"#, with: #""count":9"#)))
    #expect(rest.payload?.hasMore == false)
  }

  @Test(arguments: [(5, 4), (6, 5), (4, 3), (0, 0), (-9, 0), (1_000_000, 999_999)])
  func theTotalCountsWhatTheMatrixLacks(count: Int, total: Int) throws {
    let body = Self.matrix.replacing(#""count":5"#, with: #""count":\#(count)"#)
    let page = try WikiReplies.wiki().siteMatrix().read(WikiReplies.json(body)).payload
    #expect(page?.items.count == 4 && page?.total == total)
  }

  @Test(arguments: [
    (#""specials""#, #""speciales""#),
    (#""specials":["#, #""specials":[{"url":"https://y.example"},"#),
  ])
  func aMatrixThatCannotBeReadIsRefused(part: String, other: String) throws {
    let body = Self.matrix.replacing(part, with: other)
    let answer = try WikiReplies.wiki().siteMatrix().read(WikiReplies.json(body))
    #expect(answer.payload == nil)
    #expect(WikiReplies.kind(answer.outcome).hasSuffix("undecodable"))
  }

  private static let log = #"""
    {"batchcomplete":true,"continue":{"lecontinue":"20260101000000|9","continue":"-||"},
    "query":{"logevents":[{"logid":1,"ns":2,"title":"User:Old","type":"rights","action":"rights",
    "user":"Boss","timestamp":"2004-12-24T00:00:00Z"},{"logid":2,"actionhidden":true,
    "userhidden":true,"type":"rights","action":"rights","timestamp":"2005-01-01T00:00:00Z"},
    {"logid":3,"ns":2,"title":"Benutzer:Ann:B@enwiki","params":{"oldgroups":["bot"],"newgroups":
    ["bot","sysop"],"oldmetadata":[{"group":"bot","expiry":"infinity"}],"newmetadata":[{"group":
    "bot","expiry":"infinity"},{"group":"sysop","expiry":"2027-01-01T00:00:00Z"}]},"type":"rights",
    "action":"autopromote","user":"Ann:B","timestamp":"2005-01-01T00:00:00Z"},{"logid":4,"ns":2,
    "title":"User:X","params":["sysop",""],"type":"rights","action":"rights","user":"Boss",
    "timestamp":"2005-01-01T00:00:01Z"}]}}
    """#

  @Test func theRightsLogIsRead() throws {
    let answer = try WikiReplies.wiki().log(.rights).read(WikiReplies.json(Self.log))
    let page = try #require(answer.payload, "\(answer.outcome)")
    #expect(page.items.map(\.id) == [1, 2, 3, 4] && page.hasMore)
    let changes = page.items.compactMap(\.rightsChange)
    #expect(changes[0] == RightsChange(name: "Old", before: nil, after: nil))
    #expect(changes[1].name == nil)
    #expect(changes[2].name == "Ann:B" && changes[2].site == "enwiki")
    #expect(changes[2].before == [.init(Role(rawValue: "bot"), tellsExpiry: true)])
    #expect(
      changes[2].after == [
        .init(Role(rawValue: "bot"), tellsExpiry: true),
        .init(Role(rawValue: "sysop"), expiry: Date(unixSeconds: 1_798_761_600)),
      ])
    #expect(changes[3].before == nil && changes[3].after == nil)
  }

  @Test func aLogInAnotherOrderIsRefused() throws {
    let wiki = try WikiReplies.wiki()
    let older = wiki.log(.rights, order: .newestFirst).read(WikiReplies.json(Self.log))
    #expect(WikiReplies.kind(older.outcome) == "permanent undecodable")
    let other = wiki.log(.renames).read(WikiReplies.json(Self.log))
    #expect(WikiReplies.kind(other.outcome) == "permanent undecodable")
    let twice = Self.log.replacing(#""logid":3"#, with: #""logid":2"#)
    #expect(
      WikiReplies.kind(wiki.log(.rights).read(WikiReplies.json(twice)).outcome)
        == "permanent undecodable")
  }

  /// They have no groups, and would be taken for rows that do not tell them.
  @Test func rowsOfTheRightsLogThatAreNotAboutGroupsAreLeftOut() throws {
    let body = Self.log.replacing(#""autopromote""#, with: #""blockautopromote""#)
    let page = try #require(
      try WikiReplies.wiki().log(.rights).read(WikiReplies.json(body)).payload)
    #expect(page.items.map(\.id) == [1, 2, 4])
  }

  @Test func theRenameLogIsRead() throws {
    let body = #"""
      {"query":{"logevents":[{"logid":8,"ns":2,"title":"User:A","params":{"olduser":"A","newuser":
      "B","edits":3},"type":"renameuser","action":"renameuser","user":"Boss","timestamp":
      "2020-01-01T00:00:00Z"},{"logid":9,"ns":2,"title":"User:C","type":"renameuser","action":
      "renameuser","timestamp":"2020-01-01T00:00:00Z"}]}}
      """#
    let page = try #require(
      try WikiReplies.wiki().log(.renames).read(WikiReplies.json(body)).payload)
    #expect(page.items.map(\.rename?.oldName) == ["A", "C"])
    #expect(page.items.map(\.rename?.newName) == ["B", nil])
  }
}

extension LogEntry {
  var rightsChange: RightsChange? { if case .rights(let change) = content { change } else { nil } }
  var rename: UserRename? { if case .rename(let rename) = content { rename } else { nil } }
}
