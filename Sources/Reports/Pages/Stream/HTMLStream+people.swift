import FoundationEssentials
import Markup
import Roster
import Tables

extension HTMLStream {
  /// A moderator's name with what marks them, and what the profile tells.
  ///
  /// - Parameter page: The address of the person's page; nil where they have none.
  mutating func personWithProfile(_ moderator: Record<ModeratorColumn>, page: String?) {
    person(moderator, page: page)
    profile(moderator)
  }

  /// A moderator's name with what marks them.
  mutating func person(_ moderator: Record<ModeratorColumn>, page: String?) {
    let (user, kind) = (moderator.number(.userID), moderator.kind)
    self += .name(ShownName.of(moderator[.displayName], user: user), link: page)
    self += "\(.webLink(moderator[.link]))"
    if let user {
      // The id as a link to their row, which stays when they are no moderator any more.
      self += ##" <a class="here" href="#\##(HTML.anchor(user, moderator.role))">#\##(user)</a>"##
    }
    switch moderator.number(.elected) {
    case 1?: self += #"<span class="tag">elected</span>"#
    case 0? where kind == .moderator: self += #"<span class="tag">appointed</span>"#
    default: break
    }
  }

  private mutating func profile(_ moderator: Record<ModeratorColumn>) {
    let (location, website) = (moderator[.location], moderator[.websiteURL])
    let about = moderator[.aboutText].map {
      #"<details><summary>About</summary><p dir="auto">\#($0)</p></details>"# as HTML
    }
    guard location != nil || website != nil || about != nil else { return }
    let place = location.map { "<bdi>\($0)</bdi>" as HTML }
    self += """
      <div class="about">\(place)\(if: location != nil && website != nil, " · ")\(website.map(HTML.anyLink))\
      \(about)</div>
      """
  }
}

extension HTML {
  /// The id of a user's row: a user has one for each role.
  static func anchor(_ user: Int, _ role: Role?) -> String {
    "u\(user)"
      + (role.map {
        $0 == .moderator
          ? "" : "-" + PercentEncoding.encoded($0.rawValue, keeping: PercentEncoding.isUnreserved)
      } ?? "")
  }

  /// A cell with a reputation and by how much it has changed as long as this archive has seen it.
  static func reputationCell(_ value: Int?, _ history: [ReputationPoint]) -> HTML {
    let known = history.filter { $0.reputation != nil }
    guard let value, let first = known.first, let before = first.reputation, known.count > 1 else {
      return .numberCell(value)
    }
    let (difference, isTooLarge) = value.subtractingReportingOverflow(before)
    let sign = difference < 0 ? "−" : "+"
    let words =
      "\(sign)\(Int(clamping: difference.magnitude).grouped) since \(first.since.dayWords)"
    let since: HTML = #"<div class="about">\#(isTooLarge ? nil : words)</div>"#
    return #"<td class="n">\#(value.grouped)\#(since)</td>"#
  }
}
