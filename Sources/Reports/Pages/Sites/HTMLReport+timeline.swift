import Roster

extension HTMLReport {
  /// A drawing of those who moderate a site and did; nothing where the site was read once.
  func timeline(of site: SiteRef, root: String) throws -> HTML {
    var rows: [Timeline.Row] = []
    var places: [Int: Int] = [:]
    for former in [false, true] where rows.count < Timeline.limit {
      try source.forEachModerator(of: site, former: former, limit: Timeline.limit + 1) { place in
        let (moderator, stints) = (place.moderator, place.stints(tally.kinds))
        if moderator.kind == .community { return }
        // A user with several roles has one row.
        if let index = places[moderator.userID] {
          rows[index].stints = Stint.joining(
            (rows[index].stints + stints).map(\.tenure),
            kind: rows[index].stints.first?.kind ?? .moderator)
        } else if rows.count < Timeline.limit {
          places[moderator.userID] = rows.count
          rows.append(
            Timeline.Row(
              label: ShownName.of(moderator.displayName, user: moderator.userID),
              link: page(of: place).map { root + $0 }, style: moderator.kind.style,
              stints: stints))
        }
      }
    }
    let count = tally.counts[site] ?? ReportTally.SiteCount()
    let isCut =
      rows.count == Timeline.limit && count.moderators + count.staff + count.former > rows.count
    let drawing = Timeline(rows.filter { !$0.stints.isEmpty }, until: source.asOf)
    return drawing.map { section($0, isCut: isCut) } ?? ""
  }

  private func section(_ drawing: Timeline, isCut: Bool) -> HTML {
    let cut = isCut ? "Drawn are \(Timeline.limit.grouped) people; the lists have everybody." : ""
    let logs = drawing.hasLogs ? "Dashed: told by another source. " : ""
    return #"""
      <section aria-labelledby="timeline">
      <h2 id="timeline">Who moderated, and when</h2>
      <p class="note">Solid: seen in a list that was read. Pale: joined or left somewhere in here. \#(logs)◂ was there \#
      before the archive began. <span class="key m">moderator</span> · <span class="key s">staff</span> · \#
      <span class="key f">former</span>. \#(cut)</p>
      \#(drawing.html(label: "Who moderated, and when"))</section>

      """#
  }
}
