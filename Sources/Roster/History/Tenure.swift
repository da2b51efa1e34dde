package import FoundationEssentials

/// For how long somebody held a role of a site, as far as it is known: a row of the view `tenures`.
package struct Tenure: Hashable, Sendable {
  /// Nil where nobody tells the id of the account that a log or a claim names.
  package var userID: Int?
  package var accountID: Int?
  package var name: String
  /// What the holder was called in turn, the first name from the beginning; empty where it was ``name`` all the time, and
  /// where nobody asked.
  package var names: [DatedName] = []
  /// Nil where no roster had the user.
  package var kind: Moderator.Kind?
  package var role: Role
  package var bounds: TenureBounds
  /// The weakest of the readings behind it; nil where none has it.
  package var grade: Grade?
  /// When the account was made, before which nobody held a role; nil where it is not known.
  package var registeredAt: Date?

  package init(
    userID: Int?, accountID: Int? = nil, name: String = "", kind: Moderator.Kind? = nil,
    role: Role = .moderator, bounds: TenureBounds, grade: Grade? = nil, registeredAt: Date? = nil
  ) {
    self.userID = userID
    self.accountID = accountID
    self.name = name
    self.kind = kind
    self.role = role
    self.bounds = bounds
    self.grade = grade
    self.registeredAt = registeredAt
  }

  /// The value of the column `grade`: one of its own for what somebody claims.
  package var gradeName: String? {
    grade?.rawValue ?? (bounds.source == .claim ? "claimed" : nil)
  }

  /// Whether any roster of the site had the user, now or then.
  package var isListed: Bool { kind != nil }

  /// Whether it lasts, as the latest reading shows it.
  package var isCurrent: Bool { grade != nil && bounds.endedBefore == nil }

  /// Whether the holder is, as far as the name tells, the one of a tenure that lasts since the first reading: a log that
  /// ends before it knows no id, and nothing says that they left.
  fileprivate func isPerhaps(_ current: Tenure) -> Bool {
    userID == nil && !bounds.source.isHearsay && bounds.endedBefore == nil && current.isCurrent
      && current.userID != nil && current.bounds.beganAfter == nil
      && bounds.endedAfter < current.bounds.beganBefore
      && (name, role) == (current.name, current.role)
  }

  /// Who holds or held it: of the site's users, or by the name that a log has.
  package struct Holder: Hashable, Sendable {
    package var userID: Int?
    package var name: String
    package var role: Role

    package init(userID: Int?, name: String, role: Role) {
      (self.userID, self.role) = (userID, role)
      self.name = userID == nil ? name : ""
    }
  }

  package var holder: Holder { Holder(userID: userID, name: name, role: role) }
}

/// A name, and since when somebody had it.
package struct DatedName: Hashable, Sendable {
  package var name: String
  package var since: Date

  package init(_ name: String, since: Date) {
    (self.name, self.since) = (name, since)
  }
}

extension [Tenure] {
  /// Of all tenures of a site the one of each former holder that ends last: an open one is the latest. Who is in
  /// a source and was on no list counts, too, whether or not it says that they left.
  package var ofFormer: [Tenure] {
    let latest = Dictionary(map { ($0.holder, $0) }) { $1.endsBefore($0) ? $0 : $1 }
    let current = filter(\.isCurrent)
    let holders = Set(current.map(\.holder))
    return filter { tenure in
      latest[tenure.holder] == tenure && !holders.contains(tenure.holder)
        && !current.contains(where: tenure.isPerhaps)
    }
  }
}

extension Tenure {
  fileprivate func endsBefore(_ other: Tenure) -> Bool {
    (bounds.endedBefore ?? .distantFuture, bounds.endedAfter)
      < (other.bounds.endedBefore ?? .distantFuture, other.bounds.endedAfter)
  }

  /// A row of `former_moderators`, as far as a log tells it.
  package func formerRow(on site: SiteRef) -> Row {
    ModeratorColumn.allCases.map { column in
      switch column {
      case .network: .text(site.network)
      case .site: .text(site.id)
      case .userID: userID.map(Cell.integer) ?? .null
      case .displayName: .text(name)
      case .role: .text(role.rawValue)
      case .leftAt: bounds.endedBefore.map { .text($0.rfc3339) } ?? .null
      default: .null
      }
    }
  }
}

extension TenureBounds {
  /// What is known of it since a site is read; nil where it had surely ended by the end of the first reading.
  ///
  /// - Parameter first: The time of the first reading; nil for all of it.
  package func since(_ first: ClosedRange<Date>?) -> TenureBounds? {
    guard let first else { return self }
    if let endedBefore, endedBefore <= first.upperBound { return nil }
    var bounds = self
    bounds.beganAfter = beganAfter.flatMap { $0 >= first.lowerBound ? $0 : nil }
    bounds.beganBefore = max(beganBefore, first.lowerBound)
    bounds.endedAfter = max(endedAfter, first.lowerBound)
    return bounds
  }

  /// Of the tenures of one user in several roles those times in which they had any: whoever gets another role
  /// neither leaves nor joins.
  ///
  /// - Parameter tenures: In any order.
  package static func joining(_ tenures: [TenureBounds]) -> [TenureBounds] {
    tenures.sorted { $0.beganBefore < $1.beganBefore }.reduce(into: []) { joined, tenure in
      if let last = joined.indices.last, joined[last].lasts(until: tenure) {
        joined[last].extend(by: tenure)
      } else {
        joined.append(tenure)
      }
    }
  }

  /// Whether a later tenure begins before this one has ended, or with the same reading.
  private func lasts(until later: TenureBounds) -> Bool {
    endedBefore.map { later.beganBefore <= $0 } ?? true
  }

  /// Joins a tenure that begins while this one lasts.
  private mutating func extend(by later: TenureBounds) {
    if beganBefore == later.beganBefore, later.beganAfter == nil { beganAfter = nil }
    note(later.source, at: later.sourceURL)
    if endedBefore == later.endedBefore { endedAfter = max(endedAfter, later.endedAfter) }
    guard let end = endedBefore, later.endedBefore.map({ $0 > end }) ?? true else { return }
    (endedAfter, endedBefore) = (later.endedAfter, later.endedBefore)
  }
}
