import Roster

/// Where a page stands and what it is called.
struct ReportPage {
  /// What the navigation names.
  enum Section: String, CaseIterable {
    case sites = "Sites"
    case people = "People"
    case changes = "Changes"
    case numbers = "Numbers"

    var path: String { self == .sites ? "index.html" : rawValue.lowercased() + ".html" }
  }

  var path: String
  /// Nil for the pages of sites and persons.
  var section: Section?
  var title: String
  /// The address of the feed of a site.
  var feed: String?

  /// The way from the page to the top of the report.
  var root: String {
    String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
  }
}

extension HTMLReport {
  /// Writes one page: what all pages have, and the body between.
  func write(_ page: ReportPage, _ body: HTML) throws {
    let origin = source.origin.map { " · source <bdi>\($0)</bdi>" as HTML }
    let chain = page.path == "index.html" ? source.head.map(Self.headLine) : nil
    let omission = source.omission.map { "<p>\($0)</p>\n" as HTML }
    let html: HTML = #"""
      \#(head(of: page))\#(body)</main>
      <footer>
      <p>\#(asOf)\#(origin) · written by \#(source.generator).</p>
      \#(chain)\#(omission)<p>This page needs no network and sends nothing anywhere. Times are UTC.</p>
      </footer>
      </body>
      </html>

      """#
    try writeFile(page.path, html.bytes)
  }

  /// What `modexport verify --head` takes: whoever keeps this page can prove that nothing was changed since.
  private static func headLine(_ head: String) -> HTML {
    "<p>Head of the archive: <code>\(head)</code></p>\n"
  }

  /// The moment of the report.
  var asOf: HTML {
    #"As of <time datetime="\#(source.asOf.rfc3339)">\#(source.asOf.words)</time>"#
  }

  /// The address of the feed of all changes from a page.
  func feed(from page: ReportPage) -> String {
    address?.address(of: AtomFeed.path) ?? page.root + AtomFeed.path
  }

  /// Lets only files of the report be loaded. A browser that opens the page from a file knows them by their
  /// scheme, one that had it from a server by the server; no other is asked.
  private static let policy =
    "default-src 'none'; style-src 'self' file:; script-src 'self' file:; "
    + "base-uri 'none'; form-action 'none'"

  private func head(of page: ReportPage) -> HTML {
    let canonical = address.map {
      #"<link rel="canonical" href="\#($0.address(of: page.path))"/>\#n"# as HTML
    }
    let all = [("Changes of this site", page.feed), ("Changes", feed(from: page))]
    let feeds = all.compactMap { title, feed in
      feed.map { address -> HTML in
        #"""
        <link rel="alternate" type="application/atom+xml" title="\#(title)" href="\#(address)"/>

        """#
      }
    }
    return #"""
      <!DOCTYPE html>
      <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="\#(Self.policy)"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="referrer" content="no-referrer"/>
      <meta name="color-scheme" content="light dark"/>
      <meta name="generator" content="\#(source.generator)"/>
      <title>\#(page.title)</title>
      \#(canonical)\#(feeds)<link rel="stylesheet" href="\#(page.root)report.css"/>
      <script defer="defer" src="\#(page.root)report.js"></script>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="top">
      <p class="brand"><a href="\#(page.root)index.html">Moderator archive</a></p>
      <nav aria-label="Report">
      <ul>
      \#(navigation(of: page))</ul>
      </nav>
      </header>
      <main id="main">

      """#
  }

  private func navigation(of page: ReportPage) -> [HTML] {
    ReportPage.Section.allCases.map { section -> HTML in
      let current: HTML = section == page.section ? #" aria-current="page""# : ""
      let address = page.root + section.path
      return #"<li><a href="\#(address)"\#(current)>\#(section.rawValue)</a></li>\#n"#
    }
  }
}
