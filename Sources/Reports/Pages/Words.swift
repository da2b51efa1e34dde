import Roster
import Tables

/// What the archive's terms mean on a page.
enum Words {
  /// Whether the list of a site that was read or tried is complete.
  static func status(of site: Record<SiteColumn>) -> String {
    guard let verdict = site.verdict else { return "tried, not read completely yet" }
    guard verdict != .complete, let grade = site.grade else { return verdict.rawValue }
    return "\(verdict.rawValue) (\(grade.rawValue))"
  }

  /// What kind of site it is, and its state, where these are not the usual ones.
  static func siteKind(_ site: Record<SiteColumn>) -> String {
    let kind =
      switch site[.siteType].map(SiteType.init(rawValue:)) {
      case .main?, nil: String?.none
      case .meta?: "meta site"
      case let other?: other.rawValue
      }
    let usual: Set<String> = ["normal", "linked_meta"]
    let state = site[.siteState].flatMap { usual.contains($0) ? nil : $0 }
    let closed = site[.closedAt].map { _ in "no longer listed" }
    return [kind, state?.replacing("_", with: " "), closed].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The users of a site by what they are, as a sentence.
  static func counts(_ count: ReportTally.SiteCount) -> String {
    var parts = [count.moderators.counted("moderator", isGrouped: true)]
    if count.staff > 0 { parts.append("\(count.staff.grouped) staff with moderator powers") }
    if count.robots == 1 { parts.append("the Community account, which is a robot") }
    if count.robots > 1 { parts.append("\(count.robots.grouped) robots") }
    guard let last = parts.last, parts.count > 1 else { return (parts.first ?? "") + "." }
    return parts.dropLast().joined(separator: ", ") + " and " + last + "."
  }
}
