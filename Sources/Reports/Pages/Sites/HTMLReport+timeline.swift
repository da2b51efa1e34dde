import Roster
import Tables

extension HTMLReport {
  /// Draws the two sites where most people came and went.
  func writeMostMoving(_ history: NetworkHistory, to html: inout HTMLStream) throws {
    guard !history.movesBySite.isEmpty else { return }
    html += #"""
      <section aria-labelledby="moves">
      <h2 id="moves">Where most people came and went</h2>
      <div class="charts">

      """#
    let sites = history.movesBySite.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(2)
    for (site, moves) in sites {
      let timeline = try timeline(of: site, root: "", limit: 30)
      guard let drawing = timeline.drawing else { continue }
      let cut = timeline.isCut ? " Drawn are 30 people; the page of the site has all." : ""
      html += #"""
        <figure class="wide"><figcaption><h3>\#(link(to: site)): people joined or left \#
        \#(moves.counted("time", isGrouped: true))</h3><p>Solid: seen in a list that was read. Pale: joined or \#
        left somewhere in here.\#(cut)</p></figcaption>

        """#
      drawing.write(label: "Who moderated \(name(of: site))", to: &html)
      html += "</figure>\n"
    }
    html += "</div>\n</section>\n"
  }

  /// The drawing of those who moderate a site and did, and whether it leaves anybody out; no drawing where the
  /// site was read once.
  func timeline(
    of site: SiteRef, root: String, limit: Int = Timeline.limit
  ) throws -> (drawing: Timeline?, isCut: Bool) {
    var rows: [Timeline.Row] = []
    var places: [Int: Int] = [:]
    for former in [false, true] where rows.count < limit {
      try source.forEachModerator(of: site, former: former, limit: limit + 1) { known in
        let moderator = Record<ModeratorColumn>(known.row)
        guard moderator.kind != .community, let user = moderator.number(.userID) else { return }
        let stints = stints(of: known)
        // A user with several roles has one row.
        if let place = places[user] {
          rows[place].stints = Stint.joining(
            (rows[place].stints + stints).map(\.tenure),
            kind: rows[place].stints.first?.kind ?? .moderator)
        } else if rows.count < limit {
          places[user] = rows.count
          let page = address(
            ofUser: user, account: moderator.number(.accountID), on: site)
          rows.append(
            Timeline.Row(
              label: ShownName.of(moderator[.displayName], user: user),
              link: page.map { root + $0 }, style: Timeline.Style(moderator.kind ?? .moderator),
              stints: stints))
        }
      }
    }
    let count = tally.counts[site] ?? ReportTally.SiteCount()
    let isCut =
      rows.count == limit && count.moderators + count.staff + count.former > rows.count
    return (Timeline(rows.filter { !$0.stints.isEmpty }, until: source.asOf), isCut)
  }
}
