import FoundationEssentials
import Roster

/// A time in which somebody was one kind of user at a site: a tenure, or the part of one that lies between two
/// changes of the kind.
struct Stint: Hashable {
  var kind: Moderator.Kind
  /// When it began and ended. Of a part, the beginning or the end lies between the two readings that saw one kind
  /// and the other.
  var tenure: TenureBounds
  /// Whether it began when the kind changed: before, the user was there as another kind.
  var followsChange = false
  /// Whether it ended when the kind changed: afterwards, the user is there as another kind.
  var precedesChange = false

  /// The times in which somebody had any of several roles.
  static func joining(_ tenures: [TenureBounds], kind: Moderator.Kind) -> [Stint] {
    TenureBounds.joining(tenures).map { Stint(kind: kind, tenure: $0) }
  }
}

extension [Stint] {
  /// The same to be drawn and counted, the oldest first: of two that are perhaps one, the first ends and the second begins
  /// between them.
  var apart: [Stint] {
    var parts = self
    for (one, other) in zip(indices, indices.dropFirst())
    where self[one].tenure.endedAfter < self[other].tenure.beganBefore {
      let (last, next) = (self[one].tenure, self[other].tenure)
      parts[one].tenure.endedBefore = Swift.min(
        last.endedBefore ?? .distantFuture, next.beganBefore)
      parts[other].tenure.beganAfter = Swift.max(next.beganAfter ?? .distantPast, last.endedAfter)
    }
    return parts
  }
}

/// When users of sites turned from moderators into staff or back: what the rows of `changes` tell. Its size
/// depends on the number of such changes.
struct KindChanges {
  private struct Step {
    var before: Moderator.Kind
    var after: Moderator.Kind
    /// The reading that still saw the kind before.
    var previous: Date
    /// The first reading that saw the kind after.
    var observed: Date
  }

  /// By the site, and there by the user and role.
  private var steps: [SiteRef: [Moderator.Key: [Step]]] = [:]

  /// Adds a change, if it tells of a kind; those of one user come in the order of time.
  mutating func add(_ change: ReportedChange) {
    guard let user = change.user, change.kind == .profile,
      let field = change.fields.first(where: { $0.column == "kind" }),
      let before = field.before.flatMap(Moderator.Kind.init(rawValue:)),
      let after = field.after.flatMap(Moderator.Kind.init(rawValue:))
    else { return }
    let observed = change.readings.observed
    steps[change.site, default: [:]][Moderator.Key(user, as: change.role), default: []].append(
      Step(
        before: before, after: after, previous: change.readings.after ?? observed,
        observed: observed))
  }

  /// What somebody was in their tenures, the oldest first.
  ///
  /// - Parameters:
  ///   - tenures: The oldest first.
  ///   - kind: What they are now, or were at last.
  func stints(
    of tenures: [TenureBounds], user: Int, role: Role, on site: SiteRef, kind: Moderator.Kind
  ) -> [Stint] {
    guard let steps = steps[site]?[Moderator.Key(user, as: role)] else {
      return tenures.map { Stint(kind: kind, tenure: $0) }
    }
    return tenures.flatMap { Self.parts(of: $0, steps, first: steps[0].before) }
  }

  private static func parts(
    of tenure: TenureBounds, _ steps: [Step], first: Moderator.Kind
  ) -> [Stint] {
    let before = steps.last { $0.observed <= tenure.beganBefore }?.after ?? first
    var rest = Stint(kind: before, tenure: tenure)
    var stints: [Stint] = []
    for step in steps
    where tenure.beganBefore < step.observed && step.observed < tenure.endedBefore ?? .distantFuture
    {
      guard step.after != rest.kind else { continue }
      var part = rest
      (part.tenure.endedAfter, part.tenure.endedBefore) = (step.previous, step.observed)
      part.precedesChange = true
      stints.append(part)
      rest.kind = step.after
      (rest.tenure.beganAfter, rest.tenure.beganBefore) = (step.previous, step.observed)
      rest.followsChange = true
    }
    return stints + [rest]
  }
}

/// What somebody is and was at one site, whatever their roles there.
struct Presence {
  var site: SiteRef
  /// The first of their roles there.
  var place: PersonOnSite
  /// What they are now, or were at last.
  var kind: Moderator.Kind
  /// Whether they have a role there now.
  var isCurrent: Bool
  /// When they were there, with what they were.
  var stints: [Stint]
}

extension PersonRecord {
  /// What they are and were at each of their sites, in the order of ``sites``.
  func presences(_ changes: KindChanges) -> [Presence] {
    var presences: [Presence] = []
    var places: [SiteRef: Int] = [:]
    for place in sites {
      if let index = places[place.site] {
        presences[index].isCurrent = presences[index].isCurrent || place.isCurrent
        presences[index].stints = Stint.joining(
          presences[index].stints.map(\.tenure) + place.tenures.map(\.bounds),
          kind: presences[index].kind)
      } else {
        places[place.site] = presences.count
        presences.append(
          Presence(
            site: place.site, place: place, kind: place.moderator.kind, isCurrent: place.isCurrent,
            stints: place.stints(changes)))
      }
    }
    return presences
  }
}

extension PersonOnSite {
  /// What they were in their tenures, the oldest first.
  func stints(_ changes: KindChanges) -> [Stint] {
    changes.stints(
      of: tenures.map(\.bounds), user: moderator.userID, role: moderator.role, on: site,
      kind: moderator.kind)
  }
}
