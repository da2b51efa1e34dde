import Roster

/// A long list on several pages, which need no script: the first is `NAME.html`, the others are
/// `NAME/2.html` and so on.
struct Pager {
  let name: String
  let itemCount: Int
  let pageSize: Int

  /// At least 1.
  var pageCount: Int { max(1, (itemCount + pageSize - 1) / pageSize) }

  func path(_ page: Int) -> String {
    page == 1 ? "\(name).html" : "\(name)/\(page).html"
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
    html.text(root + path(target))
    html.markup("\">")
    html.text(label)
    html.markup("</a>")
  }
}
