import FoundationEssentials
import Markup
import Roster

extension HTML {
  /// A moderator's name with what marks them.
  ///
  /// - Parameter page: The address of the person's page; nil where they have none.
  static func person(_ place: PersonOnSite, page: String?) -> HTML {
    let (moderator, user) = (place.moderator, place.moderator.userID)
    let mark: HTML =
      switch place.elected {
      case 1?: #"<span class="tag">elected</span>"#
      case 0? where moderator.kind == .moderator: #"<span class="tag">appointed</span>"#
      default: ""
      }
    // The id as a link to their row, which stays when they are no moderator any more.
    return ##"""
      \##(.name(ShownName.of(moderator.displayName, user: user), link: page))\##(.webLink(moderator.link)) \##
      <a class="here" href="#\##(anchor(moderator))">#\##(user)</a>\##(mark)
      """##
  }

  /// What the profile of a moderator tells; nothing where it is empty.
  static func profile(_ moderator: Moderator) -> HTML {
    let texts = [moderator.location, moderator.websiteURL, moderator.aboutText].map { text in
      text.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard texts.contains(where: { $0 != nil }) else { return "" }
    let place = texts[0].map { "<bdi>\($0)</bdi>" as HTML }
    let about = texts[2].map {
      #"<details><summary>About</summary><p dir="auto">\#($0)</p></details>"# as HTML
    }
    return """
      <div class="about">\(place)\(if: place != nil && texts[1] != nil, " · ")\(texts[1].map(HTML.anyLink))\
      \(about)</div>
      """
  }

  /// The id of a user's row: a user has one for each role.
  static func anchor(_ moderator: Moderator) -> String {
    let role = PercentEncoding.encoded(
      moderator.role.rawValue, keeping: PercentEncoding.isUnreserved)
    return "u\(moderator.userID)" + (moderator.role == .moderator ? "" : "-\(role)")
  }

  /// A cell with a reputation and by how much it has changed as long as this archive has seen it.
  static func reputationCell(_ place: PersonOnSite) -> HTML {
    let value = place.moderator.reputation
    let known = place.reputation.filter { $0.reputation != nil }
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
