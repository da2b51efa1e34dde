import Markup
import Roster
import Tables

/// A list of people that does not fit on the page of its site: its other pages and files are written.
struct LongList {
  /// The rows on the page of the site.
  fileprivate(set) var firstRows: [UInt8] = []
  /// The attributes that tell scripts about the files of rows.
  fileprivate(set) var files: HTML = ""
}

extension HTMLReport {
  /// Writes a list that does not fit on the page of the site: the rest as pages of their own, and all of it as files
  /// for the list that scripts show instead. Each row is made once, and is the same in both.
  ///
  /// - Returns: nil where the list fits.
  func writeLongList(_ list: PeopleOfSite) throws -> LongList? {
    guard list.pager.pageCount > 1 else { return nil }
    var long = LongList()
    var groups: [(title: String, count: Int)] = []
    let (row, page) = (TextSink(), TextSink())
    var (rowHTML, pageHTML) = (HTMLStream(to: row), HTMLStream(to: page))
    var bodies = RowsOfPeople(list)
    var file = ScriptFile()
    var (pageCount, files) = (0, 0)
    func endPage() throws {
      bodies.finish(to: &pageHTML)
      try pageHTML.finish()
      bodies = RowsOfPeople(list)
      pageCount += 1
      let rows = page.take()
      if pageCount == 1 {
        long.firstRows = rows
      } else {
        try writeFurtherPage(of: list, pageCount, rows)
      }
    }
    func endFile() throws {
      files += 1
      let name = "\(list.folder)\(files)"
      try write(list.path(ofFile: files)) { try $0.write(file.take(name)) }
    }
    var count = 0
    try source.forEachModerator(of: list.site.site, former: list.isFormer, limit: nil) { known in
      let title = list.isFormer ? "" : RosterGroup(Record<ModeratorColumn>(known.row)).title
      if groups.last?.title != title { groups.append((title, 0)) }
      groups[groups.count - 1].count += 1
      writeRow(of: known, isFormer: list.isFormer, to: &rowHTML)
      try rowHTML.finish()
      let html = row.take()
      bodies.begin(known, to: &pageHTML)
      pageHTML += HTML(written: html)
      file.append(html: html)
      count += 1
      if count.isMultiple(of: list.pager.pageSize) { try endPage() }
      if count.isMultiple(of: PeopleOfSite.rowsPerFile) { try endFile() }
    }
    if !count.isMultiple(of: list.pager.pageSize) { try endPage() }
    if file.count > 0 { try endFile() }
    let titles = groups.map { JSONValue.array([.text($0.title), .integer($0.count)]) }
    let beside = pages.address(of: list.site.site).dropFirst("sites/".count).dropLast(".html".count)
    long.files = #"""
       data-groups="\#(JSONValue.array(titles).line)" data-beside="\#(String(beside))" \#
      data-folder="\#(list.folder)" data-rows="\#(PeopleOfSite.rowsPerFile)"
      """#
    return long
  }

  private func writeFurtherPage(of list: PeopleOfSite, _ number: Int, _ rows: [UInt8]) throws {
    let (pager, site) = (list.pager, list.site)
    let name = site[.name] ?? site.site.id
    let what = list.isFormer ? "Former moderators" : "Moderators"
    let part = "Page \(number.grouped) of \(pager.pageCount.grouped)"
    let page = ReportPage(
      path: pager.path(number), title: "\(what) of \(name), page \(number.grouped)")
    try write(page) { html in
      html += #"""
        <header class="title">
        <p class="kicker">\#(part)</p>
        <h1>\#(what) of <a dir="auto" href="\#(page.root)\#(pages.address(of: site.site))">\#(name)</a></h1>
        </header>

        """#
      pager.write(on: number, root: page.root, to: &html) { html in
        html += #"""
          <div class="scroll" role="group" tabindex="0" aria-label="\#(part)">
          <table class="sortable filterable" data-id="roster" data-what="people">
          \#(list.head)\#(HTML(written: rows))</table>
          </div>

          """#
      }
    }
  }
}
