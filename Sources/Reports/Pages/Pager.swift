import Roster

/// A long list on several pages, which need no script.
struct Pager {
  /// The most rows of a table on a page: so many are sorted and filtered at once on a phone.
  static let pageSize = 500

  /// At least 1.
  let pageCount: Int
  private let pathOf: (Int) -> String
  /// What a page has, where that can be said in some words.
  private let words: [String]

  /// Pages of one size.
  ///
  /// - Parameters:
  ///   - prefix: What the paths of all but the first begin with: `2.html` and so on follow.
  ///   - first: The path of the first page.
  init(_ prefix: String, first: String, itemCount: Int) {
    pageCount = max(1, (itemCount + Self.pageSize - 1) / Self.pageSize)
    words = []
    pathOf = { $0 == 1 ? first : "\(prefix)\($0).html" }
  }

  /// Pages with names of their own.
  ///
  /// - Parameter first: The path where there is none.
  init(pages: [(path: String, words: String)], first: String) {
    (pageCount, words) = (max(1, pages.count), pages.map(\.words))
    pathOf = { pages.isEmpty ? first : pages[$0 - 1].path }
  }

  func path(_ page: Int) -> String { pathOf(page) }

  /// Links to the pages around one page; nothing where there is only one.
  func links(on page: Int, label: String, root: String) -> HTML {
    guard pageCount > 1 else { return "" }
    func link(_ label: String, _ target: Int) -> HTML? {
      guard target != page, (1...pageCount).contains(target) else { return nil }
      let address = root + ReportAddress.relative(to: path(target))
      return #"<a href="\#(address)">\#(label)\#(told(target))</a>"#
    }
    return #"""
      <nav class="pager" aria-label="\#(label)">\#(link("First", 1))\#(link("Previous", page - 1))\#
      <span>Page \#(page.grouped) of \#(pageCount.grouped)\#(told(page))</span>\#
      \#(link("Next", page + 1))\#(link("Last", pageCount))</nav>

      """#
  }

  /// A list of a page between the links to the other pages.
  func around(_ list: HTML, on page: Int, root: String) -> HTML {
    """
    \(links(on: page, label: "Pages", root: root))\(list)\(links(on: page, label: "Pages, again", root: root))
    """
  }

  private func told(_ page: Int) -> String {
    words.indices.contains(page - 1) ? ": \(words[page - 1])" : ""
  }
}
