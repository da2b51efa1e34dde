import ArchiveKit
import Foundation
import Gzip
import MediaWiki
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct BackfillTests {
  private static let wiki = Site(
    SiteRef("mediawiki", "wiki.example.org/w/api.php"), name: "Example Wiki",
    url: "https://wiki.example.org/w")

  /// A wiki that was read in 2026, and a file with the dump of its logs.
  private func withWiki(
    _ content: String = Self.dump, packed: Bool = false,
    _ body: (_ path: String, _ dump: String) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [], at: .november(1))
      try maker.list([Self.wiki], of: "mediawiki", at: .november(1))
      var ann = Moderator.made(7, "Annie", role: Role(rawValue: "sysop"))
      ann.memberSince = Date(dayOrInstant: "2010-01-01")
      try maker.publish(
        [ann], site: Self.wiki.ref, at: .november(10), by: MediaWikiNetwork.rules)
      try maker.finish(at: .november(10))
      let dump = folder + "/pages-logging.xml"
      let bytes = Array(content.utf8)
      try Data(packed ? GzipCodec.pack(bytes) : bytes).write(to: URL(filePath: dump))
      try await body(maker.path, dump)
    }
  }

  private static func row(
    _ id: Int, _ time: String, _ title: String, _ params: String, _ type: String = "rights"
  ) -> String {
    """
    <logitem><id>\(id)</id><timestamp>\(time)</timestamp><type>\(type)</type><action>\(type)</action>
    <logtitle>\(title)</logtitle><params xml:space="preserve">\(params)</params></logitem>

    """
  }

  private static let dump = """
    <mediawiki><siteinfo><dbname>examplewiki</dbname><base>https://wiki.example.org/wiki/Main_Page</base></siteinfo>
    \(row(1, "2013-02-01T00:00:00Z", "User:Ann", "\nsysop"))\
    \(row(2, "2013-03-01T00:00:00Z", "User:Old Hand", "\nsysop"))\
    \(row(3, "2014-06-01T00:00:00Z", "User:Old Hand", "sysop\n"))\
    \(row(4, "2015-01-01T00:00:00Z", "User:Ann", "Annie", "renameuser"))\
    <logitem><id>5</id><timestamp>2026-11-15T00:00:00Z</timestamp><type>delete</type></logitem>
    </mediawiki>
    """

  @Test(arguments: [false, true]) func aDumpSaysWhoWasAModerator(packed: Bool) async throws {
    try await withWiki(packed: packed) { path, dump in
      let read = await modexport(["backfill", dump], archive: path)
      #expect(
        read.output
          == "Example Wiki (wiki.example.org/w/api.php): 5 rows of its logs, 4 kept, from 1 Feb 2013 to 15 Nov 2026.\n",
        "\(read)")
      #expect(read.code == 0)
      let then = await modexport(
        ["list", "wiki.example.org/w/api.php", "--as-of", "2014", "--json"], archive: path)
      #expect(then.rows?.map { $0["display_name"] } == ["Ann", "Old Hand"], "\(then)")
      #expect(then.rows?.map { $0["known"] } == ["yes", "yes"] && then.code == 0)
      #expect(then.rows?.map { $0["source"] } == ["dump", "dump"])
      let former = await modexport(["search", "old hand", "--former"], archive: path)
      #expect(former.output.contains("by a dump of the rights log"), "\(former)")
      #expect(await modexport(["verify"], archive: path).code == 0)
    }
  }

  @Test func theSameFileChangesNothing() async throws {
    try await withWiki { path, dump in
      let first = await modexport(["backfill", dump, "--json"], archive: path)
      #expect(first.json?["kept"] == 4 && first.json?["rows"] == 5 && first.json?["repeated"] == 0)
      #expect(
        first.json?["from"] == "2013-02-01T00:00:00Z" && first.json?["file"] == "pages-logging.xml")
      let head = await modexport(["status", "--json"], archive: path).json?["head"]
      let second = await modexport(["backfill", dump], archive: path)
      #expect(second.code == 0 && second.output.hasPrefix("The file was read before, as entry "))
      #expect(await modexport(["status", "--json"], archive: path).json?["head"] == head)
    }
  }

  @Test(arguments: [
    (
      Self.dump.replacing("<id>3</id>", with: "<id>1</id>"), 1,
      "line 8: row 1 is not after the one before, 2"
    ),
    (String(Self.dump.dropLast(30)), 1, "it is not well-formed XML"),
    (" ", 64, "is a table: name with --source"), ("", 64, "pages-logging.xml' is empty."),
    ("<posts />", 64, "is neither a dump of a wiki's logs nor one of badges: its root is <posts>"),
    (
      Self.dump.replacing("wiki.example.org", with: "other.example.org"), 64,
      "and the archive has 0 such sites: name the site with --site"
    ),
  ])
  func whatCannotBeReadLeavesTheArchiveAsItWas(content: String, code: Int32, message: String)
    async throws
  {
    try await withWiki(content) { path, dump in
      let head = await modexport(["status", "--json"], archive: path).json?["head"]
      let failed = await modexport(["backfill", dump], archive: path)
      #expect(failed.code == code && failed.output.isEmpty)
      #expect(failed.message.contains(message), "\(failed)")
      #expect(await modexport(["status", "--json"], archive: path).json?["head"] == head)
    }
  }

  @Test func aRowThatIsYetToComeIsLeftOutAndNamed() async throws {
    let future = Self.row(9, "2099-01-01T00:00:00Z", "User:Future", "\nsysop")
    let dump = Self.dump.replacing("</mediawiki>", with: future + "</mediawiki>")
    try await withWiki(dump) { path, dump in
      let read = await modexport(["backfill", dump, "--json"], archive: path)
      #expect(read.code == 3 && read.json?["kept"] == 4 && read.json?["yet_to_come"] == 1)
      #expect(read.message.contains("1 row is left out, because of a date that is yet to come"))
      let found = await modexport(["search", "future", "--former", "--json"], archive: path)
      #expect(found.json == .array([]), "\(found)")
    }
  }

  /// How many rows are left out is said, and not about whom they are.
  @Test func rowsAboutPeopleWhoAreWithheldAreCounted() async throws {
    try await withWiki { path, dump in
      let gone = await modexport(
        ["withhold", "wiki.example.org/w/api.php/7", "--yes"], archive: path)
      #expect(gone.code == 0, "\(gone)")
      let claims = "display_name,role,began_before\nannie,sysop,2012-01-01\nEve,sysop,2012-01-01\n"
      try Data(claims.utf8).write(to: URL(filePath: dump + ".csv"))
      let table = ["--source", "https://example.org/1", "--site", "Example Wiki"]
      for (arguments, kept, withheld, words) in [
        ([dump], 2, 2, "2 rows are left out"), ([dump + ".csv"] + table, 1, 1, "1 row is left out"),
      ] {
        let read = await modexport(["backfill", "--json"] + arguments, archive: path)
        #expect(read.code == 0 && read.json?["kept"] == .number(kept), "\(read)")
        #expect(read.json?["withheld"] == .number(withheld), "\(read)")
        #expect(read.message.contains("\(words), because of who is withheld."))
        #expect(!(read.message + read.output).contains("nni"))
      }
    }
  }

  /// As an address or a list of links has it.
  @Test func aNameIsReadHoweverAWikiWritesIt() async throws {
    try await withWiki { path, dump in
      let names = ["User:old_Hand", "user:Old  Hand", "old Hand"]
      let rows = names.map { "\($0),sysop,2012-01-01\n" }.joined()
      try Data("display_name,role,began_before\n\(rows)".utf8).write(
        to: URL(filePath: dump + ".csv"))
      let read = await modexport(
        ["backfill", dump + ".csv", "--source", "https://example.org/1", "--site", "Example Wiki"],
        archive: path)
      #expect(read.code == 0, "\(read)")
      let found = await modexport(["search", "hand", "--former", "--json"], archive: path)
      #expect(found.json?.elements.map { $0["display_name"] } == ["Old Hand"], "\(found)")
    }
  }

  /// A part of a log is a look only from where it begins or meets a reading: whoever had a role before it is in none of its
  /// rows.
  @Test(arguments: [(first: 2, last: 2026, code: Int32(0)), (2, 2016, 3), (1, 2016, 0)])
  func aTimeThatAPartOfALogDoesNotCoverIsNotAnswered(first: Int, last: Int, code: Int32)
    async throws
  {
    var dump = Self.dump.replacing("2026-11-15", with: "\(last)-11-15")
    if first == 2,
      let row = dump.range(of: Self.row(1, "2013-02-01T00:00:00Z", "User:Ann", "\nsysop"))
    {
      dump.removeSubrange(row)
    }
    try await withWiki(dump) { path, dump in
      #expect(await modexport(["backfill", dump], archive: path).code == 0)
      let site = "wiki.example.org/w/api.php"
      for time in ["2014", "2020"] {
        let then = await modexport(["list", site, "--as-of", time], archive: path)
        #expect(then.code == code, "\(then)")
        if code == 3 {
          #expect(then.message.contains("it was first read on 10 Nov 2026"), "\(then)")
        }
      }
    }
  }

  /// The roster of 10 November has Annie, whom the log removes before.
  @Test func aReadingThatTheLogContradictsIsListed() async throws {
    let removed = Self.row(4, "2015-01-01T00:00:00Z", "User:Ann", "sysop\n")
    let dump = Self.dump.replacing("<id>4</id>", with: "<id>5</id>").replacing(
      "<logitem><id>5</id><timestamp>2015", with: removed + "<logitem><id>5</id><timestamp>2016"
    ).replacing("<id>5</id><timestamp>2026", with: "<id>6</id><timestamp>2026")
    try await withWiki(dump) { path, dump in
      let read = await modexport(["backfill", dump, "--json"], archive: path)
      guard case .array(let rows)? = read.json?["contradictions"] else {
        Issue.record("\(read)")
        return
      }
      #expect(rows.map { $0["display_name"] } == ["Annie"] && read.code == 3)
      #expect(rows[0]["contradicted_by"] == "reading" && rows[0]["source"] == "dump")
      #expect(rows[0]["ended_before"] == "2015-01-01T00:00:00Z")
      #expect(read.message.contains("the readings count"), "\(read)")
      let again = await modexport(["backfill", dump], archive: path)
      #expect(again.output.contains("Annie") && again.code == 3, "\(again)")
    }
  }

  /// Rows that are known and say otherwise do not pass unnoticed, however many they are.
  @Test func rowsThatDifferFromWhatIsKnownAreListed() async throws {
    let more = (10..<18).map { Self.row($0, "2016-01-01T00:00:00Z", "User:Old Hand", "sysop\n") }
    let dump = Self.dump.replacing("</mediawiki>", with: more.joined() + "</mediawiki>")
    try await withWiki(dump) { path, file in
      #expect(await modexport(["backfill", file], archive: path).code == 0)
      try Data(dump.replacing("Old Hand", with: "New Hand").utf8).write(to: URL(filePath: file))
      let read = await modexport(["backfill", file], archive: path)
      let (at, roles) = ("on 2013-03-01T00:00:00Z", "had no role and then sysop")
      #expect(
        read.output.contains(
          "Row 2 of the log rights of wiki.example.org/w/api.php: a dump says that \(at) New Hand \(roles), which counts; "
            + "a dump says that \(at) Old Hand \(roles).\n"), "\(read)")
      #expect(read.code == 3 && read.output.hasSuffix("5 more rows differ.\n"), "\(read)")
      let again = await modexport(["backfill", file, "--json"], archive: path)
      #expect(again.code == 3 && again.json?["repeated"] == 1 && again.json?["differing"] == 10)
      let rows = again.json?["differing_rows"]?.elements ?? []
      #expect(rows.map { $0["id"] } == [2, 3] + (10..<18).map { JSON.number($0) }, "\(again)")
      #expect(rows[1]["name"] == "New Hand" && rows[1]["other_name"] == "Old Hand")
      #expect(rows[1]["at"] == "2014-06-01T00:00:00Z" && rows[1]["other_roles_before"] == "sysop")
    }
  }

  @Test func whatFollowsACompressedFileIsNamed() async throws {
    try await withWiki(packed: true) { path, dump in
      let bytes = try Data(contentsOf: URL(filePath: dump))
      try (bytes + Data("garbage".utf8)).write(to: URL(filePath: dump))
      let failed = await modexport(["backfill", dump], archive: path)
      #expect(failed.code == 1 && failed.output.isEmpty, "\(failed)")
      #expect(failed.message.contains("something follows the end of its compressed content"))
    }
  }

  /// What is wrong with the file itself ends with 1, in whatever form.
  @Test func aCompressedFileThatIsCutShortKeepsNothing() async throws {
    try await withWiki(packed: true) { path, dump in
      let bytes = try Data(contentsOf: URL(filePath: dump))
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: dump))
      let failed = await modexport(["backfill", dump], archive: path)
      #expect(failed.code == 1, "\(failed)")
      #expect(failed.message.contains("was kept: it is cut short: its compressed content goes on"))
    }
  }

  @Test func theDumpOfAnotherWikiIsRefused() async throws {
    let other = Self.dump.replacing("https://wiki.example.org", with: "https://old.example.org")
    try await withWiki(other) { path, dump in
      let read = await modexport(["backfill", dump, "--site", "Example Wiki"], archive: path)
      #expect(read.code == 64 && read.output.isEmpty)
      #expect(
        read.message.contains(
          "is a dump of examplewiki, https://old.example.org/wiki/Main_Page, not of Example Wiki "
            + "(wiki.example.org/w/api.php, https://wiki.example.org/w)."), "\(read)")
      // Nobody knows whether the wiki at an address where it was not read is the same.
      _ = await modexport(
        ["scope", "--move", "wiki.example.org/w/api.php", "https://old.example.org/w/api.php"],
        archive: path)
      let sites = await modexport(["sites", "--csv"], archive: path)
      #expect(sites.output.contains("mediawiki,old.example.org/w/api.php,"), "\(sites)")
      for site in [[], ["--site", "Example Wiki"]] {
        let again = await modexport(["backfill", dump] + site, archive: path)
        #expect(again.code == 64 && again.output.isEmpty, "\(again)")
      }
    }
  }

  /// Pages have another folder than the API, redirects another scheme, and a wiki that has moved another host.
  @Test(arguments: [
    "http://wiki.example.org", "https://wiki.example.org/wiki/Main_Page/", "//WIKI.example.org/",
  ])
  func aDumpIsThatOfItsHost(address: String) async throws {
    let dump = Self.dump.replacing("https://wiki.example.org/wiki/Main_Page", with: address)
    try await withWiki(dump) { path, dump in
      let moved = await modexport(
        ["scope", "--move", "wiki.example.org/w/api.php", "https://new.example.org/w/api.php"],
        archive: path)
      let sites = await modexport(["sites", "--csv"], archive: path)
      #expect(sites.output.contains("mediawiki,new.example.org/w/api.php,"), "\(moved)")
      let read = await modexport(["backfill", dump, "--site", "Example Wiki"], archive: path)
      #expect(read.code == 0, "\(read)")
      let none = await modexport(["backfill", dump + ".none"], archive: path)
      #expect(none.code == 64 && none.message.contains("cannot be read: No such file"))
      let central = await modexport(
        ["backfill", dump, "--site", "Example Wiki", "--central"], archive: path)
      #expect(central.code == 64 && central.message.contains("is of no farm"))
    }
    let outcome = try await sample("backfill", "/dev/null")
    #expect(outcome.code == 64 && outcome.message.contains("is not a file that can be read"))
  }
}
