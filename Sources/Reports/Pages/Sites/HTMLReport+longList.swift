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

/// How many people each group of a list has, in the order of the list.
private struct GroupCounts {
  private(set) var all: [(title: String, count: Int)] = []

  mutating func add(_ title: String) {
    if all.last?.title != title { all.append((title, 0)) }
    all[all.count - 1].count += 1
  }
}

extension HTMLReport {
  /// Writes a list that does not fit on the page of the site: the rest as pages of their own, and all of it as files
  /// for the list that scripts show instead. Each row is made once, and is the same in both.
  ///
  /// - Returns: nil where the list fits.
  func writeLongList(_ list: PeopleOfSite) throws -> LongList? {
    guard list.pager.pageCount > 1 else { return nil }
    var long = LongList()
    var groups = GroupCounts()
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
      if pageCount > 1 { return try writeFurtherPage(of: list, pageCount, page.take()) }
      long.firstRows = page.take()
    }
    func endFile() throws {
      files += 1
      try write(list.path(ofFile: files)) { try $0.write(file.take("\(list.folder)\(files)")) }
    }
    var count = 0
    try source.forEachModerator(of: list.site.site, former: list.isFormer, limit: nil) { known in
      groups.add(list.isFormer ? "" : RosterGroup(Record<ModeratorColumn>(known.row)).title)
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
    long.files = attributes(of: list, groups.all)
    return long
  }

  private func attributes(of list: PeopleOfSite, _ groups: [(title: String, count: Int)]) -> HTML {
    let titles = groups.map { JSONValue.array([.text($0.title), .integer($0.count)]) }
    let beside = pages.address(of: list.site.site).dropFirst("sites/".count).dropLast(".html".count)
    return #"""
       data-groups="\#(JSONValue.array(titles).line)" data-beside="\#(String(beside))" \#
      data-folder="\#(list.folder)" data-rows="\#(PeopleOfSite.rowsPerFile)"
      """#
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
