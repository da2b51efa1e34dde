import Roster
import Tables

extension HTMLReport {
  /// The latest changes by name, a line each. Of lines about one site, the first one leads to its page.
  func news(_ changes: [Record<ChangeColumn>]) -> [HTML] {
    var linked: SiteRef?
    return changes.map { change in
      let words = change.words()
      let former = words.formerName.map {
        "<bdi>\(ShownName.of($0, user: change.number(.userID)))</bdi> is now called " as HTML
      }
      let ending = former == nil ? " " + words.ending : ""
      let link = change.site == linked ? nil : address(of: change.site)
      linked = change.site
      return #"""
        <li>\#(former)\#(.name(ShownName.of(change), link: page(of: change)))\#(ending) \#
        <span class="where">\#(.name(name(of: change.site), link: link))</span></li>

        """#
    }
  }

  /// One of those who moderate the most sites, or have moderated longest.
  func leader(_ person: Leaders.Person, _ why: HTML) -> HTML {
    let name = HTML.name(
      ShownName.of(person.name, user: person.user),
      link: address(ofUser: person.user, account: person.account, on: person.site))
    return #"<li>\#(name) <span class="where">\#(why)</span></li>\#n"#
  }

  /// What the front page says of those who have moderated as long as the ones that it lists.
  func equals(of leaders: Leaders) -> String? {
    let all = leaders.asLong
    guard all > leaders.longest.count, let last = leaders.longest.last else { return nil }
    return last.tenure.beganAfter == nil
      ? "\(all.grouped) people were there when this archive began; here are \(leaders.longest.count) of them."
      : "\(all.grouped) people have moderated as long; here are \(leaders.longest.count) of them."
  }
}

/// A file of data that the report has beside its pages.
struct DataFile {
  /// The path from the top of the report.
  let path: String
  /// How many rows it has; nil where that says nothing.
  var rows: Int?
  /// Nil where it is written after the pages.
  var bytes: Int?

  /// What it holds.
  var meaning: String {
    if path == AtomFeed.path { return "the changes, as a feed" }
    if path == FolderKind.report.document { return "what every column of every table means" }
    if path == FolderKind.sums { return "checksums of all files, for sha256sum -c" }
    let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
    return name.flatMap(View.init(rawValue:))?.meaning ?? ""
  }

  /// Its size, such as `1.2 MB`.
  var size: String {
    guard let bytes else { return "" }
    guard bytes >= 1_000 else { return bytes.counted("byte") }
    return bytes < 1_000_000
      ? "\((bytes / 1_000).grouped) kB" : "\((Double(bytes) / 1_000_000).tenths) MB"
  }

  /// A row of the table of files.
  var row: HTML {
    #"""
    <tr><th scope="row"><a href="\#(path)">\#(path)</a></th><td>\#(meaning)</td>\#
    <td class="n">\#(rows?.grouped)</td><td class="n">\#(size)</td></tr>

    """#
  }
}
