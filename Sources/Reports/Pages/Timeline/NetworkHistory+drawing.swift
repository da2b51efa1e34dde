import FoundationEssentials
import Roster

extension NetworkHistory.Curve {
  /// A figure with a line for moderators and one for staff over time, from zero; nothing where no time has
  /// passed.
  func write(to html: inout HTMLStream) {
    guard points.count > 1, let first = points.first, let last = points.last,
      let scale = TimeScale(from: first.date, until: until)
    else { return }
    html.markup("<figure class=\"wide\"><figcaption><h3>")
    html.text(title(first.count.moderators, last.count.moderators))
    html.markup("</h3><p>")
    html.text(
      "Moderators and staff on the \(sites.counted("site", isGrouped: true)) read since "
        + "\(first.date.dayWords), each person counted once for each site."
        + (laterSites > 0
          ? " \(laterSites.counted("site", isGrouped: true)) that this archive reads since later "
            + (laterSites == 1 ? "is" : "are") + " not counted." : ""))
    html.markup("</p></figcaption>\n<div class=\"curve\">")
    html.axis(scale)
    let most = max(points.map { max($0.count.moderators, $0.count.staff) }.max() ?? 1, 1)
    let top = Self.roundTop(most)
    line(\.moderators, "m", scale, top, to: &html)
    if points.contains(where: { $0.count.staff > 0 }) { line(\.staff, "s", scale, top, to: &html) }
    html.markup("</div>\n<ul class=\"legend\"><li class=\"m\">")
    html.text("\(last.count.moderators.grouped) moderators")
    html.markup("</li>")
    if points.contains(where: { $0.count.staff > 0 }) {
      html.markup("<li class=\"s\">")
      html.text("\(last.count.staff.grouped) staff")
      html.markup("</li>")
    }
    html.markup("<li class=\"axis\">")
    html.text("top line: \(top.grouped), bottom line: 0")
    html.markup("</li></ul>\n")
    table(to: &html)
    html.markup("</figure>\n")
  }

  private func title(_ first: Int, _ last: Int) -> String {
    if first == last { return "\(last.grouped) moderators, as many as at the beginning" }
    let difference = abs(last - first).grouped
    return
      "\(last.grouped) moderators, \(difference) \(last > first ? "more" : "fewer") than at the beginning"
  }

  /// Runs level from a day to the next one on which something changed.
  private func line(
    _ value: (NetworkHistory.Count) -> Int, _ style: StaticString, _ scale: TimeScale, _ top: Int,
    to html: inout HTMLStream
  ) {
    html.markup("<svg class=\"")
    html.markup(style)
    html.markup(
      "\" viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path d=\"")
    for (index, point) in points.enumerated() {
      let x = (scale.place(of: point.date) * 10).tenths
      let y = (1000 - Double(max(value(point.count), 0)) / Double(top) * 1000).tenths
      html.text(index == 0 ? "M\(x) \(y)" : "H\(x)V\(y)")
    }
    html.markup("H1000\"/></svg>")
  }

  private func table(to html: inout HTMLStream) {
    html.markup(
      """
      <details><summary>Show the numbers</summary><div class="scroll" role="group" tabindex="0" aria-label="The numbers">
      <table><thead><tr><th scope="col">Since</th><th scope="col" class="n">Moderators</th>\
      <th scope="col" class="n">Staff</th></tr></thead><tbody>

      """)
    for point in points {
      html.markup("<tr><th scope=\"row\">")
      html.text(point.date.dayWords)
      html.markup("</th>")
      html.numberCell(point.count.moderators)
      html.numberCell(point.count.staff)
      html.markup("</tr>\n")
    }
    html.markup("</tbody></table></div></details>\n")
  }

  /// A round number that is not less, so that the drawing is nearly full.
  static func roundTop(_ most: Int) -> Int {
    var unit = 1
    while unit <= most / 100 { unit *= 10 }
    let steps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100]
    return steps.lazy.map { $0 * unit }.first { $0 >= most } ?? most
  }
}
