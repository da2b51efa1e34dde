import FoundationEssentials
import Roster

/// A person in words.
enum PersonWords {
  /// What they moderate and moderated, in one or two sentences.
  static func summary(_ person: PersonRecord) -> String {
    let current = person.sites.filter(\.isCurrent)
    let moderated = Set(current.filter { $0.moderator.kind == .moderator }.map(\.site))
    let staffed = Set(current.filter { $0.moderator.kind != .moderator }.map(\.site))
      .subtracting(moderated)
    let before = Set(person.sites.filter { !$0.isCurrent }.map(\.site))
      .subtracting(moderated).subtracting(staffed)
    var sentences: [String] = []
    if !moderated.isEmpty { sentences.append("Moderates \(sites(moderated.count)).") }
    if !staffed.isEmpty {
      sentences.append("Has moderator powers on \(sites(staffed.count)) as staff.")
    }
    if !before.isEmpty {
      sentences.append(
        current.isEmpty
          ? "Moderated \(sites(before.count)), and does not moderate any now."
          : "Moderated \(sites(before.count)) before.")
    }
    return sentences.joined(separator: " ")
  }

  private static func sites(_ count: Int) -> String { count.counted("site", isGrouped: true) }

  /// The role on one site, such as `elected moderator`.
  static func role(of place: PersonOnSite) -> String {
    let kind = place.moderator.kind.words(isElected: place.elected.map { $0 == 1 })
    let role = place.moderator.role
    let words =
      role == .moderator
      ? kind : role.words + (place.moderator.kind == .moderator ? "" : ", \(kind)")
    return place.isCurrent ? words : "former " + words
  }

  /// Reputation and badges when last seen, such as `1,234 reputation, 1 gold, 2 silver, 3 bronze`.
  static func standing(of place: PersonOnSite) -> String {
    let moderator = place.moderator
    let parts = [
      (moderator.reputation, "reputation"), (moderator.gold, "gold"),
      (moderator.silver, "silver"), (moderator.bronze, "bronze"),
    ].compactMap { count, what in count.map { "\($0.grouped) \(what)" } }
    return parts.joined(separator: ", ")
  }

  /// Each name that is not the one that is shown once, and when it was seen where it is a former one: those of other
  /// sites first, then former ones, the latest first.
  static func otherNames(of person: PersonRecord) -> [(name: String, seen: String?)] {
    var seen: Set<String> = [person.displayName]
    var names: [(name: String, seen: String?)] = []
    for place in person.sites where seen.insert(place.moderator.displayName).inserted {
      names.append((place.moderator.displayName, nil))
    }
    let former = person.sites.flatMap { $0.names.dropLast() }
      .sorted { ($0.lastSeen, $0.name) > ($1.lastSeen, $1.name) }
    for period in former where seen.insert(period.name).inserted {
      names.append((period.name, "until \(period.lastSeen.dayWords)"))
    }
    return names
  }
}
