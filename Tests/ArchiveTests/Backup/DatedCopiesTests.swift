import Archive
import ArchiveKit
import Foundation
import Testing

struct DatedCopiesTests {
  @Test(arguments: [
    ("/a/modexport.sqlite", "modexport-2026-11-20T030000Z.sqlite"),
    ("/a/archive", "archive-2026-11-20T030000Z"),
    ("/a/.hidden", ".hidden-2026-11-20T030000Z"),
    ("/a/b.c.db", "b.c-2026-11-20T030000Z.db"),
  ])
  func aNameHasTheTime(archive: String, name: String) {
    let copies = DatedCopies(of: archive, in: "/copies")
    #expect(copies.name(at: .init(timeIntervalSince1970: 1_795_143_600)) == name)
    #expect(copies.contains(name))
  }

  @Test(arguments: [
    ("modexport-2026-11-20T030000Z.sqlite", true),
    ("modexport-2026-11-20T03:00:00Z.sqlite", false),
    ("modexport-2026-11-20T030000Z.sqlite-wal", false),
    ("modexport-2026-11-20T030000Z.db", false),
    ("modexport-2026-11-2xT030000Z.sqlite", false),
    ("other-2026-11-20T030000Z.sqlite", false),
    ("modexport.sqlite", false), ("modexport-.sqlite", false), ("", false),
  ])
  func onlySuchNamesAreOfCopies(name: String, isCopy: Bool) {
    #expect(DatedCopies(of: "/a/modexport.sqlite", in: "/copies").contains(name) == isCopy)
  }

  @Test(arguments: [
    (["1", "2", "3"], "3", 2, ["1"]), (["1", "2", "3"], "3", 1, ["2", "1"]),
    (["1", "2", "3"], "3", 9, []), ([], "3", 1, []),
    // The clock was ahead once, and is right again.
    (["3", "8", "9"], "3", 2, ["8"]),
  ])
  func theOldestAreSurplus(names: [String], made: String, kept: Int, surplus: [String]) {
    #expect(DatedCopies.surplus(names, made: made, kept: kept) == surplus)
  }
}
