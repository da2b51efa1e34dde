import Roster

/// A long list on several pages, which need no script.
struct Pager {
  /// The folder of all pages but the first, which are `2.html` and so on.
  let folder: String
  /// The path of the first page.
  let first: String
  let itemCount: Int
  let pageSize: Int

  /// - Parameter first: By default `FOLDER.html`.
  init(_ folder: String, first: String? = nil, itemCount: Int, pageSize: Int) {
    self.folder = folder
    self.first = first ?? folder + ".html"
    self.itemCount = itemCount
    self.pageSize = pageSize
  }

  /// At least 1.
  var pageCount: Int { max(1, (itemCount + pageSize - 1) / pageSize) }

  func path(_ page: Int) -> String {
    page == 1 ? first : "\(folder)/\(page).html"
  }

  /// Links to the pages around one page; nothing where there is only one.
  func write(_ page: Int, label: String, root: String, to html: inout HTMLStream) {
    guard pageCount > 1 else { return }
    html.markup("<nav class=\"pager\" aria-label=\"")
    html.text(label)
    html.markup("\">")
    link("First", to: 1, from: page, root: root, &html)
    link("Previous", to: page - 1, from: page, root: root, &html)
    html.markup("<span>Page ")
    html.text("\(page.grouped) of \(pageCount.grouped)")
    html.markup("</span>")
    link("Next", to: page + 1, from: page, root: root, &html)
    link("Last", to: pageCount, from: page, root: root, &html)
    html.markup("</nav>\n")
  }

  private func link(
    _ label: String, to target: Int, from page: Int, root: String, _ html: inout HTMLStream
  ) {
    guard target != page, (1...pageCount).contains(target) else { return }
    html.markup("<a href=\"")
    // An encoded path is a name: the address of its `%` is `%25`.
    html.text(root + path(target).replacing("%", with: "%25"))
    html.markup("\">")
    html.text(label)
    html.markup("</a>")
  }
}
