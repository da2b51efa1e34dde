import Roster
import Tables

extension HTMLReport {
  /// The latest changes by name, a line each. Of lines about one site, the first one leads to its page.
  func writeNews(_ changes: [Record<ChangeColumn>], to html: inout HTMLStream) {
    var linked: SiteRef?
    for change in changes {
      let words = ChangeWords(kind: change.kind, role: change.role, detail: change[.detail])
      html.markup("<li>")
      if let former = words.formerName {
        html.markup("<bdi>")
        html.text(ShownName.of(former, user: change.number(.userID)))
        html.markup("</bdi> is now called ")
      }
      html.name(ShownName.of(change), link: page(of: change))
      if words.formerName == nil { html.text(" " + words.ending) }
      html.markup(" <span class=\"where\">")
      let link = change.site == linked ? nil : address(of: change.site)
      html.name(siteNames[change.site] ?? change.site.id, link: link)
      linked = change.site
      html.markup("</span></li>\n")
    }
  }

  /// Who moderates the most sites.
  func writeMost(_ leaders: Leaders, to html: inout HTMLStream) {
    for person in leaders.most {
      write(person, to: &html)
      html.text(person.sites.counted("site", isGrouped: true))
      html.markup("</span></li>\n")
    }
  }

  /// Who has moderated longest, as far as that is known.
  func writeLongest(_ leaders: Leaders, to html: inout HTMLStream) {
    for person in leaders.longest {
      write(person, to: &html)
      html.beginning(of: person.tenure)
      html.markup(", <bdi>")
      html.text(siteNames[person.site] ?? person.site.id)
      html.markup("</bdi></span></li>\n")
    }
  }

  private func write(_ person: Leaders.Person, to html: inout HTMLStream) {
    html.markup("<li>")
    html.name(
      ShownName.of(person.name, user: person.user),
      link: address(ofUser: person.user, account: person.account, on: person.site))
    html.markup(" <span class=\"where\">")
  }

  /// What the front page says of those who have moderated as long as the ones that it lists.
  func equals(of leaders: Leaders) -> String? {
    let all = leaders.asLong
    guard all > leaders.longest.count, let last = leaders.longest.last else { return nil }
    let isBeginning = last.tenure.absentBefore == nil && last.tenure.loggedBeginning == nil
    return isBeginning
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

  /// For a template.
  var values: [String: String] {
    ["path": path, "meaning": meaning, "size": size, "rows": rows.map(\.grouped) ?? ""]
  }
}
