extension Change {
  /// The changes between two rosters of one site, in order of ``Moderator/key``, with users who
  /// joined or left.
  ///
  /// Only names and kinds make changes; the other fields are kept as they are now. Names
  /// that differ only in their Unicode normalisation are equal.
  ///
  /// - Parameters:
  ///   - old: The current roster. Do not call this without one: the first roster is a baseline.
  ///   - new: The roster about to be published.
  ///   - former: The last known row of each former moderator of the site who is not in `old`, by
  ///     ``Moderator/key``.
  package static func difference(
    from old: [Moderator], to new: [Moderator], former: [Moderator.Key: Moderator]
  ) -> [Change] {
    let before = Dictionary(old.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let after = Set(new.map(\.key))
    var changes = old.filter { !after.contains($0.key) }.map { Change($0, .left) }
    for moderator in new {
      if let previous = before[moderator.key] {
        changes += edits(from: previous, to: moderator)
      } else if let previous = former[moderator.key] {
        changes.append(Change(moderator, .returned))
        changes += edits(from: previous, to: moderator)
      } else {
        changes.append(Change(moderator, .joined))
      }
    }
    return changes.sorted { ($0.key, $0.kind.order) < ($1.key, $1.kind.order) }
  }

  /// The changes of name and kind between two rows of one user.
  private static func edits(from old: Moderator, to new: Moderator) -> [Change] {
    var changes: [Change] = []
    if old.displayName != new.displayName {
      let field = FieldChange(
        column: "display_name", before: old.displayName, after: new.displayName)
      changes.append(Change(new, .renamed, [field]))
    }
    if old.kind != new.kind {
      let field = FieldChange(column: "kind", before: old.kind.rawValue, after: new.kind.rawValue)
      changes.append(Change(new, .profile, [field]))
    }
    return changes
  }

  private init(_ moderator: Moderator, _ kind: Kind, _ detail: [FieldChange] = []) {
    self.init(
      userID: moderator.userID, role: moderator.role, accountID: moderator.accountID,
      displayName: moderator.displayName, kind: kind, detail: detail)
  }
}

extension Change.Kind {
  /// The order of changes of one user at one moment.
  fileprivate var order: Int {
    switch self {
    case .left: 0
    case .joined: 1
    case .returned: 2
    case .renamed: 3
    case .profile: 4
    case .siteRenamed, .siteClosed, .siteReopened: 5
    }
  }
}
