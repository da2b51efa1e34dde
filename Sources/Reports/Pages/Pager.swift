import Roster

/// A long list on several pages, which need no script.
struct Pager {
  /// At least 1.
  let pageCount: Int
  let itemCount: Int
  let pageSize: Int
  private let pathOf: (Int) -> String
  /// What a page has, where that can be said in some words.
  private let words: [String]

  /// Pages of one size.
  ///
  /// - Parameters:
  ///   - prefix: What the paths of all but the first begin with: `2.html` and so on follow.
  ///   - first: The path of the first page.
  init(_ prefix: String, first: String, itemCount: Int, pageSize: Int) {
    (self.itemCount, self.pageSize) = (itemCount, pageSize)
    pageCount = max(1, (itemCount + pageSize - 1) / pageSize)
    words = []
    pathOf = { $0 == 1 ? first : "\(prefix)\($0).html" }
  }

  /// Pages with names of their own.
  ///
  /// - Parameter first: The path where there is none.
  init(pages: [(path: String, words: String)], first: String) {
    (itemCount, pageSize, pageCount) = (pages.count, 1, max(1, pages.count))
    words = pages.map(\.words)
    pathOf = { pages.isEmpty ? first : pages[$0 - 1].path }
  }

  func path(_ page: Int) -> String { pathOf(page) }

  /// Links to the pages around one page; nothing where there is only one.
  func write(_ page: Int, label: String, root: String, to html: inout HTMLStream) {
    guard pageCount > 1 else { return }
    html.markup("<nav class=\"pager\" aria-label=\"")
    html.text(label)
    html.markup("\">")
    link("First", to: 1, from: page, root: root, &html)
    link("Previous", to: page - 1, from: page, root: root, &html)
    html.markup("<span>Page ")
    html.text("\(page.grouped) of \(pageCount.grouped)\(told(page))")
    html.markup("</span>")
    link("Next", to: page + 1, from: page, root: root, &html)
    link("Last", to: pageCount, from: page, root: root, &html)
    html.markup("</nav>\n")
  }

  /// The links above and below what a page lists.
  func holes(on page: Int, root: String) -> HTMLReport.Holes {
    [
      "pager": { write(page, label: "Pages", root: root, to: &$0) },
      "pager-end": { write(page, label: "Pages, again", root: root, to: &$0) },
    ]
  }

  private func link(
    _ label: String, to target: Int, from page: Int, root: String, _ html: inout HTMLStream
  ) {
    guard target != page, (1...pageCount).contains(target) else { return }
    html.markup("<a href=\"")
    // An encoded path is a name: the address of its `%` is `%25`.
    html.text(root + path(target).replacing("%", with: "%25"))
    html.markup("\">")
    html.text(label + told(target))
    html.markup("</a>")
  }

  private func told(_ page: Int) -> String {
    words.indices.contains(page - 1) ? ": \(words[page - 1])" : ""
  }
}
