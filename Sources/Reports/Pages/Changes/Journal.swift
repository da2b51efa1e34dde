import Roster
import Tables
import Wording

/// Changes of all sites in the order in which they come, under a heading for the readings between which they
/// happened and one for each site.
struct Journal {
  let report: HTMLReport
  let root: String
  private var readings: Readings?
  private var site: SiteRef?

  init(report: HTMLReport, root: String) {
    self.report = report
    self.root = root
  }

  mutating func write(_ change: Record<ChangeColumn>, to html: inout HTMLStream) {
    writeHeadings(of: change, to: &html)
    html.markup("<li id=\"c")
    html.number(change.number(.id) ?? 0)
    html.markup("\">")
    writeSentence(change, to: &html)
    html.markup(" <a class=\"here\" href=\"#c")
    html.number(change.number(.id) ?? 0)
    html.markup("\">#")
    html.number(change.number(.id) ?? 0)
    html.markup("</a>")
    if change.kind == .profile {
      Change.fields(inDetail: change[.detail])?.forEach { html.field($0) }
    }
    html.markup("</li>\n")
  }

  func finish(_ html: inout HTMLStream) {
    html.markup(readings == nil ? "<p>No change has been seen yet.</p>\n" : "</ul>\n")
  }

  private mutating func writeHeadings(
    of change: Record<ChangeColumn>, to html: inout HTMLStream
  ) {
    let next = Readings(change)
    let isSame = readings.map { $0.areThose(of: next) } ?? false
    if isSame, change.site == site { return }
    if readings != nil { html.markup("</ul>\n") }
    if !isSame {
      html.markup("<h2 class=\"reading\">")
      html.moment(next)
      html.markup("</h2>\n")
    }
    html.markup("<h3>")
    html.name(
      report.siteNames[change.site] ?? change.site.id,
      link: report.address(of: change.site).map { root + $0 })
    html.markup("</h3>\n<ul class=\"journal\">\n")
    (readings, site) = (next, change.site)
  }

  private func writeSentence(_ change: Record<ChangeColumn>, to html: inout HTMLStream) {
    let words = ChangeWords(kind: change.kind, role: change.role, detail: change[.detail])
    let name = change[.displayName] ?? ""
    let page = report.page(of: change).map { root + $0 }
    if let former = words.formerName {
      html.markup("<bdi>")
      html.text(former)
      html.markup("</bdi> is now called ")
      return html.name(name, link: page)
    }
    html.name(name, link: page)
    html.markup(" <span class=\"kind")
    switch change.kind {
    case .joined: html.markup(" joined")
    case .returned: html.markup(" returned")
    case .left: html.markup(" left")
    case .renamed, .profile, .siteRenamed, .siteClosed, .siteReopened, nil: break
    }
    html.markup("\">")
    html.text(words.ending)
    html.markup("</span>")
  }
}

/// The two readings between which something happened.
struct Readings {
  /// Nil where there was none before.
  let after: String?
  let observed: String

  init(_ change: Record<ChangeColumn>) {
    (after, observed) = (change[.previousWalkAt], change[.observedAt] ?? "")
  }

  /// When it happened.
  var words: String {
    guard let after else { return "seen on " + DayWords.day(observed) }
    return DayWords.between(after, observed)
  }

  /// Readings of the same two days stand together; of one day, those of the same times.
  func areThose(of other: Readings) -> Bool {
    guard let after, let before = other.after else {
      return after == other.after && DayWords.isOneDay(observed, other.observed)
    }
    if DayWords.isOneDay(after, observed) { return after == before && observed == other.observed }
    return DayWords.isOneDay(after, before) && DayWords.isOneDay(observed, other.observed)
  }
}

extension HTMLReport {
  /// The page of the person of a change, from the top of the report.
  func page(of change: Record<ChangeColumn>) -> String? {
    address(ofUser: change.number(.userID), account: tally.account(of: change), on: change.site)
  }
}

extension HTMLStream {
  /// The time between two readings, as a heading.
  mutating func moment(_ readings: Readings) {
    if readings.after == nil { markup("seen on ") }
    moment(after: readings.after, observed: readings.observed)
  }

  /// A text of a profile before and after.
  fileprivate mutating func field(_ field: Change.FieldChange) {
    guard field.column != "elected", field.column != "kind" else { return }
    markup("<div class=\"about\">")
    if let before = field.before {
      markup("<del dir=\"auto\">")
      text(before)
      markup("</del> ")
    }
    if let after = field.after {
      markup("<ins dir=\"auto\">")
      text(after)
      markup("</ins>")
    }
    markup("</div>")
  }
}
