import Roster
import Tables

/// What the archive's terms mean on a page.
enum Words {
  /// Whether the list of a site that was read or tried is complete. A corroborated one is the best that its network has.
  static func status(of site: ReportedSite) -> String {
    guard let verdict = site.verdict else { return "not read completely yet" }
    guard verdict != .complete, let grade = site.grade else { return verdict.rawValue }
    return grade == .corroborated ? grade.rawValue : "\(verdict.rawValue) (\(grade.rawValue))"
  }

  /// The class of that status, which the style knows.
  static func style(of site: ReportedSite) -> String {
    site.grade == .corroborated ? "complete" : site.verdict?.rawValue ?? "incomplete"
  }

  /// What kind of site it is, and its state, where these are not the usual ones.
  static func siteKind(_ site: ReportedSite) -> String {
    let kind =
      switch site.type {
      case .main?, nil: String?.none
      case .meta?: "meta site"
      case let other?: other.rawValue
      }
    let usual: Set<String> = ["normal", "linked_meta"]
    let state = site.state.flatMap { usual.contains($0) ? nil : $0 }
    let closed = site.closedAt.map { _ in "no longer listed" }
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

  /// How a list was read, as a paragraph.
  static func evidence(_ proof: RosterProof) -> String {
    let walk = Record<WalkColumn>(proof.walk)
    let isRepeated = proof.pages.contains { Record<PageColumn>($0).number(.reading) == 2 }
    var text =
      "Read on \(walk[.startedAt].map(DayWords.day) ?? "an unknown day") (reading no. \(walk[.id] ?? "?")). "
    if isRepeated { text += "It was read a second time in the opposite order. " }
    let reasons = Verdict.Reason.words(ofNames: walk[.reasons])
    switch walk.verdict {
    case .complete: return text + "Nothing is missing."
    case .unproven:
      return text
        + "It is unproven\(walk.grade.inBrackets): "
        + "\(reasons)."
        + (isRepeated ? " Both readings gave the same people." : "")
    case .incomplete, nil: return text + "It is not complete: \(reasons)."
    }
  }

  /// Why the latest attempt to read a list changed nothing; nil where it did not fail.
  ///
  /// - Parameters:
  ///   - latest: The latest attempt that came to its end; nil where there is none.
  ///   - fault: What the site answered to one that did not.
  static func failure(_ latest: Record<WalkColumn>?, fault: String?) -> String? {
    let said = fault.map { " The answer was: “\($0)”" } ?? ""
    guard let latest, latest.verdict == .incomplete else {
      return fault.map { _ in "The latest attempt failed." + said }
    }
    return "The latest attempt, on \(day(of: latest)), was not complete and changed nothing: "
      + Verdict.Reason.words(ofNames: latest[.reasons]) + "." + said
  }

  /// When a list was read.
  static func day(of walk: Record<WalkColumn>) -> String {
    walk[.finishedAt].map(DayWords.day) ?? "an unknown day"
  }
}
