import Roster
import Tables

/// Moderators of one kind and role, which stand together.
struct RosterGroup: Hashable {
  private let kind: Moderator.Kind
  private let ownRole: Role

  init(_ moderator: Record<ModeratorColumn>) {
    kind = moderator.kind ?? .moderator
    ownRole = moderator.role ?? .moderator
  }

  /// What they are called together.
  var title: String {
    let name =
      switch kind {
      case .moderator: "Moderators"
      case .staff: "Staff with moderator powers"
      case .community: "The Community account, a robot"
      }
    guard ownRole != .moderator else { return name }
    let words = ownRole.words
    let plural = words.prefix(1).uppercased() + words.dropFirst() + "s"
    return kind == .moderator ? plural : "\(name): \(plural.lowercased())"
  }

  /// What one of them is called.
  var role: String {
    let words = ownRole.words
    return kind == .moderator
      ? words : ownRole == .moderator ? kind.rawValue : "\(kind.rawValue), \(words)"
  }
}
