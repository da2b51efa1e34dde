import Roster
import Tables
import Wording

/// One change as a sentence: "2026-11-20  Mathematics: new moderator Ann Example".
struct Announcement {
  private let change: Record<ChangeColumn>
  private let siteNames: [SiteRef: String]
  private let terminal: Terminal

  /// - Parameter row: A row of the `changes` view.
  init(_ row: Row, siteNames: [SiteRef: String], terminal: Terminal) {
    change = Record(row)
    self.siteNames = siteNames
    self.terminal = terminal
  }

  /// One line without its end.
  var text: String {
    let day = (change[.observedAt] ?? "").prefix(10)
    let site = change.site
    return "\(day)  \(shown(siteNames[site] ?? site.id)): \(news)"
  }

  private func shown(_ text: String) -> String { terminal.shown(text) }

  private var news: String {
    ChangeWords(kind: change.kind, detail: change[.detail], show: terminal.shown)
      .news(of: shown(change[.displayName] ?? "somebody"))
  }
}
