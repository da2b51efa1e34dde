import Roster
import Tables
import Wording

/// Changes of one site in the order in which they come: for each two readings who came and went between
/// them, and who changed otherwise.
struct SiteJournal {
  let report: HTMLReport
  let root: String
  private var readings: Readings?
  private var groups: [(title: String, changes: [Record<ChangeColumn>])] = []

  init(report: HTMLReport, root: String) {
    self.report = report
    self.root = root
  }

  mutating func write(_ change: Record<ChangeColumn>, to html: inout HTMLStream) {
    let next = Readings(change)
    if let readings, !readings.areThose(of: next) { flush(&html) }
    readings = next
    let title = Self.title(change)
    if let place = groups.firstIndex(where: { $0.title == title }) {
      groups[place].changes.append(change)
    } else {
      groups.append((title, [change]))
    }
  }

  mutating func finish(_ html: inout HTMLStream) { flush(&html) }

  /// What somebody did; roles of other networks have words of their own.
  private static func title(_ change: Record<ChangeColumn>) -> String {
    let role = change.role.map { $0 == .moderator ? "" : " as \($0.words)" } ?? ""
    return switch change.kind {
    case .joined: "joined" + role
    case .returned: "came back" + role
    case .left: "left" + role
    case .renamed: "has another name"
    case .profile: "edited the profile"
    case .siteRenamed: "the site was renamed"
    case .siteClosed: "the site was closed"
    case .siteReopened: "the site was opened again"
    case nil: "changed"
    }
  }

  private mutating func flush(_ html: inout HTMLStream) {
    guard let readings else { return }
    html.markup("<dt>")
    html.text(readings.words)
    html.markup("</dt><dd>")
    for (index, group) in groups.enumerated() {
      if index > 0 { html.markup("; ") }
      for (place, change) in group.changes.enumerated() {
        if place > 0 { html.markup(", ") }
        let page = report.page(of: change).map { root + $0 }
        html.name(change[.displayName] ?? "", link: page)
      }
      html.markup(" ")
      html.text(group.title)
    }
    html.markup("</dd>\n")
    groups.removeAll(keepingCapacity: true)
  }
}
