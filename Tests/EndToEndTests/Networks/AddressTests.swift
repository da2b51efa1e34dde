import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// What the spellings of an address become: the site that is named, or a refusal, never another site.
@Suite(.bounded) struct AddressTests {
  /// One host with a forum at its root, another one in a folder, and a wiki.
  private struct Host: Sendable {
    var root: String
    var name: String { String(root.dropFirst("http://".count)) }

    func id(_ end: Expected.End) -> SiteID { SiteID(stringLiteral: "\(name)\(end.path)") }
  }

  struct Expected: Sendable {
    enum End: Sendable {
      case forum, other, wiki

      var path: String {
        switch self {
        case .forum: ""
        case .other: "/sub"
        case .wiki: "/w/api.php"
        }
      }
    }

    /// After the host, or the whole text where it has no `HOST`.
    var text: String
    /// Nil for a refusal.
    var end: End?
    var words = ""
  }

  /// What is known before.
  enum Known: String, CaseIterable, Sendable {
    case nothing, forum, wiki, both

    var paths: [String] {
      switch self {
      case .nothing: []
      case .forum: [""]
      case .wiki: ["/w/api.php"]
      case .both: ["", "/w/api.php"]
      }
    }
  }

  static let spellings =
    sites.map { Expected(text: $0.0, end: $0.1) }
    + refusals.map {
      Expected(text: $0.0, end: nil, words: $0.1)
    }

  private static let sites: [(String, Expected.End)] =
    [
      ("http://HOST", .forum), ("http://HOST/", .forum), ("HTTP://HOST/", .forum),
      (" http://HOST ", .forum), ("http://HOST//", .forum), ("http://HOST#top", .forum),
      ("http://HOST/t/welcome/5", .forum), ("http://HOST/c/general/4?page=2", .forum),
      ("http://HOST/u/somebody", .forum), ("http://HOST/latest", .forum),
      ("http://HOST/about.json", .forum), ("http://HOST/site/basic-info.json", .forum),
      ("discourse:http://HOST", .forum),
      ("http://HOST/sub", .other), ("http://HOST/sub/", .other), ("http://HOST//sub", .other),
      ("http://HOST/sub/t/welcome/5", .other), ("http://HOST/sub/about.json", .other),
      ("http://HOST/w/api.php", .wiki), ("http://HOST/w/api.php?action=query", .wiki),
      ("http://HOST//w//api.php", .wiki), ("http://HOST/w/index.php", .wiki),
      ("http://HOST/w/index.php?title=Main_Page", .wiki), ("http://HOST/w/", .wiki),
      ("http://HOST/w", .wiki), ("http://HOST/wiki/Main_Page", .wiki),
      ("http://HOST/wiki/Köln", .wiki), ("http://HOST/wiki/User:A_b#Top", .wiki),
      ("http://HOST/moved", .wiki), ("mediawiki:http://HOST/w/api.php", .wiki),
    ]

  private static let refusals: [(String, String)] =
    [
      ("http://HOST/nothing", "no forum and no wiki"),
      ("http://HOST/nothing?key=hunter2", "no forum and no wiki"),
      ("http://HOST/gone?key=hunter2", "https://elsewhere.example"),
      ("http://HOST/x/api.php", "no wiki"),
      ("http://HOST/SUB", "no forum and no wiki"), ("http://HOST/w/../sub", "'..'"),
      ("http://me:hunter2@HOST", "leave the user"), ("http://me:p?a#ss@HOST/sub", "port"),
      ("ftp://HOST", "https:// or http://"), ("http://", "no host"), ("https://", "no host"),
      ("http://a b", "letters, digits"), ("http://HOST/a b", "%20"),
      ("http://127.0.0.1:0/", "port"), ("http://127.0.0.1:65536", "port"),
      ("https://[::1", "brackets"), ("http://HOST/away", "https://elsewhere.example"),
      ("http://HOST/gone", "https://elsewhere.example"),
    ]

  private static func withHost(
    _ body: @escaping @Sendable (Host, ArchiveFile, String) async throws -> Void
  ) async throws {
    let network = SampleConfiguration(day: 60)
    let forums = SampleForums(
      ForumConfiguration(network: network, perMinute: nil, perTenSeconds: nil))
    let wikis = SampleWikis(
      WikiConfiguration(network: network, perMinute: nil, requiresContact: false))
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({ request, now in
        answer(request, at: now, forums, wikis)
      }) { root in try await body(Host(root: root), ArchiveFile(in: folder), folder) }
    }
  }

  private static func answer(
    _ request: SampleRequest, at now: Date, _ forums: SampleForums, _ wikis: SampleWikis
  ) -> SampleResponse {
    var request = request
    let path = request.path
    if path == "/w/api.php" {
      request.path = "/cookingwiki/w/api.php"
      return wikis.respond(to: request, at: now)
    }
    if ["/away", "/gone"].contains(where: path.hasPrefix) {
      return redirect(path.hasPrefix("/away") ? 302 : 301, to: "https://elsewhere.example\(path)")
    }
    let isPage = ["/w", "/w/", "/w/index.php"].contains(path) || path.hasPrefix("/wiki/")
    if path == "/w" { return redirect(301, to: "/w/") }
    if path == "/moved" { return redirect(302, to: "/wiki/Main_Page") }
    if isPage, !path.hasSuffix(".json") {
      let api = "//\(request.headers["host"] ?? "")/w/api.php?action=rsd"
      let page = """
        <!DOCTYPE html>
        <html class="client-nojs"><head><meta charset="UTF-8"/><title>Page</title>
        <link rel="stylesheet" href="/load.php?a=b&amp;c=d"/>
        <link rel="EditURI" type="application/rsd+xml" href="\(api)"/></head><body></body></html>
        """
      // A title without an article.
      return SampleResponse(
        status: path == "/wiki/Köln" ? 404 : 200, contentType: "text/html; charset=UTF-8",
        body: Array(page.utf8))
    }
    let isOther = path == "/sub" || path.hasPrefix("/sub/")
    let place = isOther ? path.dropFirst("/sub".count) : path[...]
    guard path.hasSuffix(".json") else {
      return SampleResponse(status: 404, contentType: "text/html", body: Array("<html>".utf8))
    }
    request.path = "/forum/\(isOther ? "math" : "cooking")\(place)"
    return forums.respond(to: request, at: now)
  }

  private static func redirect(_ status: Int, to location: String) -> SampleResponse {
    var response = SampleResponse(status: status, contentType: "text/html", body: [])
    response.location = location
    return response
  }

  @Test(arguments: Known.allCases)
  func eachSpellingIsTheSiteThatItNamesOrIsRefused(known: Known) async throws {
    try await Self.withHost { host, archive, folder in
      let before = known.paths.map { host.root + $0 }
      if !before.isEmpty {
        let ending = try await Program.run(Program.sync(sites: before), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
      }
      let kept = "\(folder)/kept"
      let path = "\(folder)/\(ArchiveFile.name)"
      if !before.isEmpty { try FileManager.default.copyItem(atPath: path, toPath: kept) }
      for spelling in Self.spellings {
        try? FileManager.default.removeItem(atPath: path)
        if !before.isEmpty { try FileManager.default.copyItem(atPath: kept, toPath: path) }
        let text = spelling.text.replacing("HOST", with: host.name)
        let ending = try await Program.run(Program.sync(sites: [text]), in: folder)
        let told = "\(text) with \(known): \(ending.code) \(ending.messages)"
        #expect(!ending.messages.contains("hunter2") && !ending.messages.contains("p?a"), "\(told)")
        if let end = spelling.end {
          #expect(ending.code == 0, "\(told)")
          let read = try archive.rows(
            "SELECT DISTINCT site FROM walks WHERE run_id = (SELECT max(id) FROM runs)")
          #expect(read == [[host.id(end)]], "\(told)")
        } else {
          #expect(ending.code == 64 && ending.messages.contains(spelling.words), "\(told)")
        }
        // What was never read is no site and in no scope.
        guard FileManager.default.fileExists(atPath: path) else { continue }
        let unread = try archive.count("SELECT count(*) FROM sites WHERE published_at IS NULL")
        #expect(unread == 0, "\(told)")
      }
    }
  }

  /// The address that was typed last is asked, and what is known stays where it does not answer.
  @Test func anotherSchemeIsAskedAndKeptOnlyWhereItAnswers() async throws {
    try await Self.withHost { host, archive, folder in
      _ = try await Program.run(Program.sync(sites: [host.root]), in: folder)
      let other = try await Program.run(Program.sync(sites: ["https://\(host.name)"]), in: folder)
      #expect(other.code == 69, "\(other.messages)")
      #expect(other.messages.contains("https://\(host.name) was not added"), "\(other.messages)")
      #expect(try archive.rows("SELECT site_url FROM sites") == [[host.root]])
      let again = try await Program.run(Program.sync(sites: []), in: folder)
      #expect(again.code == 0, "\(again.messages)")
    }
  }

  /// A server that does not answer as a forum or a wiki is a problem of its own.
  @Test(arguments: ["", "/nothing", "/gone", "/away", "/x/api.php"])
  func anAddressWithoutASiteKeepsNoOtherFromBeingRead(path: String) async throws {
    try await Self.withHost { host, archive, folder in
      let address = path.isEmpty ? "http://127.0.0.1:1/forum" : host.root + path
      for _ in 1...2 {
        let ending = try await Program.run(Program.sync(sites: [address, host.root]), in: folder)
        #expect(ending.code == 3, "\(ending.messages)")
        #expect(ending.messages.contains("\(address) was not added: "), "\(ending.messages)")
        let counts = try ending.summary.counts
        #expect(counts.failed == 1 && counts.unproven == 1, "\(counts)")
        #expect(try archive.rows("SELECT site FROM sites") == [[host.id(.forum)]])
      }
      let next = try await Program.run(Program.sync(sites: []), in: folder)
      #expect(next.code == 0, "\(next.messages)")
      // What is wrong with the text is known without a server.
      let wrong = try await Program.run(Program.sync(sites: ["https://", host.root]), in: folder)
      #expect(wrong.code == 64, "\(wrong.messages)")
    }
  }

  /// A dry run of a known site at another scheme is one of a site that was mirrored.
  @Test func aDryRunKnowsASiteByEachScheme() async throws {
    try await Self.withHost { host, _, folder in
      _ = try await Program.run(Program.sync(sites: [host.root]), in: folder)
      let ending = try await Program.run(
        ["sync", "--dry-run", "https://\(host.name)", "--archive", ArchiveFile.name], in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      #expect(ending.messages.contains(" 0 of them never mirrored."), "\(ending.messages)")
      #expect(ending.messages.contains("A run first asks"), "\(ending.messages)")
    }
  }
}
