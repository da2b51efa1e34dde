import Archive
import FoundationEssentials
import Roster

/// One person, for people to read: a block of facts for each site.
struct PersonPage {
  let person: PersonRecord
  let names: TypedNames
  let unproven: UnprovenRosters
  let terminal: Terminal
  /// Columns of a label with the gap after it.
  private static let labelColumns = 11
  private static let indent = "  "

  /// Whole lines.
  var text: String {
    let account = person.accountID.map { "account \($0)" } ?? "a user"
    let name = WrappedText.lines(
      of: VisibleText.sanitized(person.displayName), columns: terminal.columns)
    let identity = "\(account) of \(person.network)"
    let width = DisplayWidth.columns(of: name.last ?? "") + 2 + DisplayWidth.columns(of: identity)
    let gap = terminal.columns.map { width > $0 } ?? false ? "\n" : "  "
    let title = name.map { terminal.bold(terminal.shown($0)) }.joined(separator: "\n")
    return title + gap + identity + "\n" + person.sites.map { "\n" + block($0) }.joined()
  }

  private func block(_ site: PersonOnSite) -> String {
    let user =
      site.userID.map { "user \($0)" }
      ?? "by \(Set(site.tenures.map(\.bounds.by)).sorted().joined(separator: " and ")) alone"
    let heading = "\(site.siteName) (\(names.id(of: site.site))), \(user), \(role(site))"
    let lines = WrappedText.lines(
      of: VisibleText.sanitized(heading), columns: terminal.columns)
    return lines.map { terminal.bold(terminal.shown($0)) + "\n" }.joined()
      + facts(of: site).map(fact).joined()
  }

  /// A label and its value; lines that the value needs beyond the first begin below it.
  private func fact(_ label: String, _ value: String) -> String {
    let width = Self.indent.count + Self.labelColumns
    let lines = WrappedText.lines(
      of: VisibleText.sanitized(value), columns: terminal.columns.map { max(1, $0 - width) })
    let gap = String(repeating: " ", count: max(1, Self.labelColumns - label.count))
    let next = "\n" + String(repeating: " ", count: width)
    return "\(Self.indent)\(label)\(gap)\(lines.map(terminal.shown).joined(separator: next))\n"
  }

  private func role(_ site: PersonOnSite) -> String {
    let moderator = site.moderator
    let kind = moderator.kind.words(isElected: site.elected.map { $0 == 1 })
    let former = site.tenures.contains { $0.bounds.endedBefore == nil } ? "" : "former "
    guard moderator.role != .moderator else { return former + kind }
    return former + moderator.role.words + (moderator.kind == .moderator ? "" : " (\(kind))")
  }

  private func facts(of site: PersonOnSite) -> [(String, String)] {
    let moderator = site.moderator
    var facts: [(String, String)] = []
    if moderator.displayName != person.displayName { facts.append(("name", moderator.displayName)) }
    let isClaimed = site.tenures.allSatisfy(\.bounds.source.isHearsay)
    facts += site.names.dropLast().map {
      isClaimed ? ("claimed", $0.name) : ("formerly", "\($0.name), \($0.seen)")
    }
    facts += site.tenures.map { ("tenure", $0.bounds.sentence) }
    if let words = unproven.words[site.site] { facts.append(("roster", words)) }
    if let line = reputation(of: site) { facts.append(("reputation", line)) }
    if let badges = moderator.badges {
      facts.append(
        ("badges", "\(badges.gold) gold, \(badges.silver) silver, \(badges.bronze) bronze"))
    }
    let rest = [
      ("location", moderator.location), ("website", moderator.websiteURL),
      ("profile", moderator.link),
    ]
    return facts
      + rest.compactMap { label, text in
        text.flatMap { $0.isEmpty ? nil : (label, $0) }
      }
  }

  /// The reputation last seen, and the first one that is known.
  private func reputation(of site: PersonOnSite) -> String? {
    guard let latest = site.moderator.reputation else { return nil }
    let known = site.reputation.compactMap { point in
      point.reputation.map { (since: point.since, value: $0) }
    }
    guard let first = known.first, known.count > 1 else { return String(latest) }
    return "\(latest), from \(first.value) on \(first.since.utcDay)"
  }
}

extension TenureBounds {
  /// Between which moments it began and ended, and who says so where no reading does.
  fileprivate var sentence: String {
    "\(beginning), \(end)\(remark)"
  }
}

extension NamePeriod {
  /// When it was seen. A name that one walk read was last seen before the roster's date.
  fileprivate var seen: String {
    firstSeen > lastSeen
      ? "seen between \(lastSeen.rfc3339) and \(firstSeen.rfc3339)"
      : "seen \(firstSeen.rfc3339) to \(lastSeen.rfc3339)"
  }
}
