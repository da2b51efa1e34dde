import FoundationEssentials
import Markup
import MediaWiki
import Roster
import TestKit
import Testing

/// Dumps of the logs of wikis.
struct WikiLogDumpTests {
  private static func dump(_ rows: String, head: String = "<dbname>simplewiki</dbname>") -> String {
    """
    <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">
      <siteinfo><sitename>Wiki</sitename>\(head)<base>https://wiki.example/wiki/Main_Page</base></siteinfo>
    \(rows)
    </mediawiki>
    """
  }

  private static func row(
    _ id: Int = 1, _ type: String = "rights", at time: String = "2009-03-04T05:06:07Z",
    title: String = "User:Ann", params: String? = nil, action: String? = nil
  ) -> String {
    let stored = params.map { "<params xml:space=\"preserve\">\($0)</params>" } ?? "<params />"
    return """
      <logitem><id>\(id)</id><timestamp>\(time)</timestamp><contributor><username>x</username><id>7</id></contributor>
      <comment>c</comment><type>\(type)</type><action>\(action ?? type)</action><logtitle>\(title)</logtitle>\(stored)</logitem>
      """
  }

  /// Reads a document in pieces of a size.
  private static func records(_ document: some Sequence<UInt8>, pieces: Int = 7) throws
    -> XMLRecords
  {
    var rest = Array(document)[...]
    return try XMLRecords(fields: WikiLogDump.fields) {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
  }

  private static func entries(_ document: String) throws -> [LogEntry] {
    let dump = try WikiLogDump(records(document.utf8))
    var all: [LogEntry] = []
    while let (_, entry) = try dump.next() { all.append(entry) }
    return all
  }

  private static func held(_ roles: String..., until: String? = nil) -> [RightsChange.Membership] {
    roles.map {
      RightsChange.Membership(
        Role(rawValue: $0), expiry: until.flatMap(Date.init(dayOrInstant:)), tellsExpiry: true)
    }
  }

  @Test(
    arguments: [
      // Serialised, with ends, as lists, and as one text.
      (
        #"a:4:{s:12:"4::oldgroups";a:1:{i:0;s:5:"sysop";}s:12:"5::newgroups";a:2:{i:0;s:5:"sysop";i:3;s:3:"bot";}s:11:"oldmetadata";a:1:{i:0;a:1:{s:6:"expiry";N;}}s:11:"newmetadata";a:2:{i:0;a:1:{s:6:"expiry";N;}i:3;a:1:{s:6:"expiry";s:14:"20200131235959";}}}"#,
        held("sysop"), held("sysop") + held("bot", until: "2020-01-31T23:59:59Z")
      ),
      (
        #"a:2:{s:12:"4::oldgroups";a:0:{}s:12:"5::newgroups";a:1:{i:0;s:5:"grüp";}}"#, [],
        held("grüp")
      ),
      (
        #"a:2:{s:9:"oldgroups";s:0:"";s:9:"newgroups";s:17:"sysop, bureaucrat";}"#, [],
        held("sysop", "bureaucrat")
      ),
      // Lists without names, as the first serialised rows have them, and only what was then.
      (
        #"a:2:{i:0;s:5:"sysop";i:1;s:17:"sysop, bureaucrat";}"#, held("sysop"),
        held("sysop", "bureaucrat")
      ),
      (#"a:1:{s:12:"5::newgroups";a:1:{i:0;s:5:"sysop";}}"#, nil, held("sysop")),
      // Lines.
      ("sysop, bureaucrat\n", held("sysop", "bureaucrat"), []),
      ("\nsysop", [], held("sysop")), ("\n", [], []),
      // What tells nothing: the oldest rows, one line, and what is damaged.
      (nil, nil, nil), ("sysop", nil, nil),
      (#"a:1:{s:12:"4::oldgroups";a:9:{i:0;s:5:"sysop";}}"#, nil, nil),
      (#"a:1:{s:99:"4::oldgroups";N;}"#, nil, nil), (#"a:1:{i:0;O:8:"stdClass":0:{}}"#, nil, nil),
      ("DEEP", nil, nil),
    ] as [(String?, [RightsChange.Membership]?, [RightsChange.Membership]?)])
  func groupsAreReadInEachFormThatWikisStored(
    params: String?, before: [RightsChange.Membership]?, after: [RightsChange.Membership]?
  ) throws {
    let deep = String(repeating: "a:1:{i:0;", count: 500)
    let found = try Self.entries(
      Self.dump(Self.row(params: params?.replacing("DEEP", with: deep))))
    #expect(
      found.map(\.content) == [.rights(RightsChange(name: "Ann", before: before, after: after))])
  }

  @Test(
    arguments: [
      (
        #"a:3:{s:10:"4::olduser";s:3:"Ann";s:10:"5::newuser";s:5:"Annie";s:8:"6::edits";i:5;}"#,
        "Annie"
      ),
      ("Annie", "Annie"), (nil, nil),
    ] as [(String?, String?)])
  func aRenameIsReadInEachForm(params: String?, newName: String?) throws {
    let found = try Self.entries(Self.dump(Self.row(3, "renameuser", params: params)))
    #expect(found.map(\.content) == [.rename(UserRename(oldName: "Ann", newName: newName))])
    #expect(found.map(\.id) == [3])
  }

  @Test func aRowCanNameAnotherWikiOrHideWhomItIsAbout() throws {
    let hidden =
      #"<logitem><id>2</id><timestamp>2009-03-04T05:06:08Z</timestamp><contributor deleted="deleted" />"#
      + #"<type>rights</type><action>rights</action><text deleted="deleted" /></logitem>"#
    let found = try Self.entries(
      Self.dump(Self.row(title: "Benutzerin:Ann@dewiki") + hidden))
    #expect(
      found.map(\.content) == [
        .rights(RightsChange(name: "Ann", site: "dewiki", before: nil, after: nil)),
        .rights(RightsChange(name: nil, before: nil, after: nil)),
      ])
  }

  @Test func rowsOfOtherLogsCountForHowFarTheDumpReaches() throws {
    let rows =
      Self.row(1, "delete", at: "2005-01-01T00:00:00Z") + Self.row(2)
      + Self.row(3, action: "blockautopromote") + Self.row(9, "upload", at: "2011-01-01T00:00:00Z")
    let dump = try WikiLogDump(Self.records(Self.dump(rows).utf8))
    #expect(dump.wikiID == "simplewiki" && dump.address == "https://wiki.example/wiki/Main_Page")
    #expect(try dump.next()?.entry.id == 2)
    #expect(try dump.next() == nil)
    let reach = try dump.reach()
    #expect(reach.first.rfc3339 == "2005-01-01T00:00:00Z" && reach.isWhole)
    #expect(reach.last.rfc3339 == "2011-01-01T00:00:00Z" && dump.count == 4)
    let later = try WikiLogDump(Self.records(Self.dump(Self.row(2)).utf8))
    _ = try later.next()
    #expect(try !later.reach().isWhole)
  }

  /// A wiki can take over rows of another one, which are older than those before them.
  @Test func aDumpReachesToItsLatestRow() throws {
    let other =
      "<logitem><id>3</id><timestamp>2019-01-01T00:00:00Z</timestamp><type>move</type></logitem>"
    let rows = [Self.row(2), other, Self.row(4)].joined(separator: "\n")
    let dump = try WikiLogDump(Self.records(Self.dump(rows).utf8))
    while try dump.next() != nil {}
    #expect(try dump.reach().last.rfc3339 == "2019-01-01T00:00:00Z")
  }

  @Test(arguments: [
    (Self.row(2) + "\n" + Self.row(1), "line 5: row 1 is not after the one before, 2"),
    (Self.row(2) + "\n" + Self.row(2), "line 5: row 2 is not after the one before, 2"),
    (Self.row(at: "yesterday"), "line 3: row 1 has no time"),
    (Self.row().replacing("<id>1</id>", with: "<id>one</id>"), "line 3: a row has no id"),
    (
      Self.row(title: String(repeating: "x", count: 4_001)),
      "line 3: row 1 has a title that is too long for one"
    ),
    (Self.row(params: "TOO LONG"), "a row has more than 1 MiB of text"),
    ("<logitem><id>1</id>", "it is not well-formed XML"),
    ("<page><title>x</title></page>", "pages-logging.xml has the logs"),
    ("&bomb;", "it is not well-formed XML"), ("", "the dump has no rows of logs"),
    ("DEEP", "or elements are nested deeper than 256"),
    (Self.row(params: "HUGE"), "a text, an attribute or a comment has more than 10 MB"),
  ])
  func whatNoWikiWritesIsRefusedWithItsLine(rows: String, message: String) {
    // Written out, such rows would fill the protocol of the tests.
    let rows = rows.replacing("TOO LONG", with: String(repeating: "x", count: 1 << 20))
      .replacing("LONG", with: String(repeating: "x", count: 4_001))
      .replacing("HUGE", with: String(repeating: "x", count: 11 << 20))
      .replacing("DEEP", with: String(repeating: "<a>", count: 300))
    do {
      let dump = try WikiLogDump(Self.records(Self.dump(rows).utf8))
      while try dump.next() != nil {}
      _ = try dump.reach()
      Issue.record("read: \(rows.prefix(80))")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
      #expect("\(error)".hasPrefix("line "))
    }
  }

  @Test func entitiesAreRefused() {
    let bomb = #"<!DOCTYPE mediawiki [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>"#
    let failure = #expect(throws: XMLFailure.self) {
      _ = try Self.records((bomb + Self.dump(Self.row(title: "User:&b;"))).utf8)
    }
    #expect(failure?.reason.contains("document type") == true)
  }

  /// Whatever the bytes are, reading ends, with rows or with a failure that has a line.
  @Test func damagedDumpsEndWithAFailureOrWithRows() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let whole = Array(
      Self.dump(
        (1...20).map { Self.row($0, params: #"a:1:{s:12:"5::newgroups";a:1:{i:0;s:5:"sysop";}}"#) }
          .joined()
      ).utf8)
    var read = 0
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 30))
        default: bytes.insert(contentsOf: bytes[..<(place / 3)], at: place)
        }
      }
      do {
        let dump = try WikiLogDump(Self.records(bytes, pieces: 1_000))
        while try dump.next() != nil { read += 1 }
      } catch {
        #expect(error is XMLFailure, "seed \(seed): \(error)")
      }
    }
    #expect(read > 0, "seed \(seed)")
  }
}
