import FoundationEssentials
import GRDB
package import Roster

/// A tenure of which something is known at a time.
package struct HeldTenure: Hashable, Sendable {
  /// Under the name, with the account and of the kind of that time, as far as rosters and the log of renames tell them.
  package var tenure: Tenure
  package var known: TenureBounds.Known
}

/// The tenures of one site, from which every answer about a time follows.
struct SiteTenures {
  let tenures: [Tenure]
  let renames: RenameLog
  let members: [Moderator.Key: PastMember]
  let readings: [StoredWalk]
  private let now: Date

  /// - Parameter now: The present time: a reading that is dated later proves nothing of a day.
  init(ofSite site: Int, now: Date, _ database: Database) throws {
    self.now = now
    tenures = try Tenure.all(where: "site = ?", [site], database)
    renames = try RenameLog(ofSite: site, database)
    readings = try StoredWalk.fetchAll(of: site, until: now.unixSeconds, database)
    members = try PastMember.all(ofSite: site, readings, database)
  }

  /// Who held a role at some moment of a time, for certain or perhaps. Whoever had no account yet held none,
  /// unless a source tells otherwise.
  ///
  /// - Parameters:
  ///   - kinds: Of which one they were at that moment; any where none is named.
  ///   - isLatest: Whether it is the end of what is known: then the last roster is taken to last.
  func holders(
    in span: TimeSpan, kinds: [Moderator.Kind] = [], isLatest: Bool = false
  ) -> [Tenure.Holder: HeldTenure] {
    let read = readings.last.map { Date(unixSeconds: $0.startedAt) }
    var found: [Tenure.Holder: HeldTenure] = [:]
    for tenure in tenures {
      let bounds = tenure.bounds.trusted(until: now, last: read)
      let known = isLatest && tenure.isCurrent ? .yes : bounds.known(in: span)
      guard let known else { continue }
      if known == .maybe, bounds.beganAfter == nil, let date = tenure.registeredAt,
        date >= span.end
      {
        continue
      }
      var held = HeldTenure(tenure: named(tenure, by: span.end), known: known)
      if !kinds.isEmpty {
        guard let chosen = choose(kinds, of: tenure, bounds, known, in: span) else { continue }
        (held.tenure.kind, held.known) = chosen
      }
      guard held.known == .yes || found[tenure.holder] == nil else { continue }
      found[tenure.holder] = held
    }
    return found
  }

  private func member(_ tenure: Tenure) -> PastMember? {
    tenure.userID.flatMap { members[Moderator.Key($0, as: tenure.role)] }
  }

  /// Under the name, with the account and of the kind of just before a moment.
  private func named(_ tenure: Tenure, by moment: Date) -> Tenure {
    guard let member = member(tenure), let version = member.version(before: moment.unixSeconds)
    else { return tenure }
    var named = tenure
    if tenure.grade != nil { (named.kind, named.accountID) = (version.kind, version.accountID) }
    if !hasClaimedName(tenure) { named.name = name(of: member, by: moment) ?? tenure.name }
    return named
  }

  /// As which of some kinds a role was held at some moment of a time: the one that is known best, the last one of these.
  private func choose(
    _ kinds: [Moderator.Kind], of tenure: Tenure, _ bounds: TenureBounds,
    _ known: TenureBounds.Known, in span: TimeSpan
  ) -> (kind: Moderator.Kind?, known: TenureBounds.Known)? {
    guard tenure.grade != nil, let member = member(tenure) else {
      return kinds.choose(tenure.kind) ? (tenure.kind, known) : nil
    }
    let held: [(kind: Moderator.Kind?, known: TenureBounds.Known)] = parts(of: member, bounds)
      .filter { kinds.contains($0.kind) }
      .compactMap { part in part.bounds.known(in: span).map { (part.kind, $0) } }
    return held.last { $0.known == .yes } ?? held.last
  }

  /// The bounds for each kind in turn. A kind lasts from the reading that shows it first to the last one before the
  /// reading that shows another; in between it can have been either.
  private func parts(
    of member: PastMember, _ bounds: TenureBounds
  ) -> [(kind: Moderator.Kind, bounds: TenureBounds)] {
    var parts: [(Moderator.Kind, TenureBounds)] = []
    var lastOther: Date?
    for (place, (kind, since)) in member.kinds.enumerated() {
      let since = Date(unixSeconds: since)
      var own = bounds
      own.beganAfter = [bounds.beganAfter, lastOther].compactMap(\.self).max()
      if place > 0 { own.beganBefore = max(bounds.beganBefore, since) }
      if let next = member.kinds.dropFirst(place + 1).first?.since {
        lastOther = readings.last { $0.finishedAt < next }.map { Date(unixSeconds: $0.startedAt) }
        own.endedAfter = min(bounds.endedAfter, lastOther ?? since)
        let next = Date(unixSeconds: next)
        own.endedBefore = min(bounds.endedBefore ?? next, next)
        guard next > bounds.beganBefore else { continue }
      }
      guard place == 0 || since < bounds.endedBefore ?? .distantFuture else { break }
      parts.append((kind, own))
    }
    return parts
  }

  /// Whether only a claim gives a tenure its name: another one than the last that a reading showed.
  func hasClaimedName(_ tenure: Tenure) -> Bool {
    tenure.bounds.source == .claim && tenure.name != member(tenure)?.versions.last?.name
  }

  /// What a member was called just before a moment; nil where no reading ever named them.
  func name(of member: PastMember, by moment: Date) -> String? {
    guard let version = member.version(before: moment.unixSeconds) else { return nil }
    let lastLook = readings.last { $0.finishedAt < moment.unixSeconds }?.startedAt ?? .min
    let seen = Date(unixSeconds: max(version.readAt, lastLook))
    let (name, margin) = (version.name, RightsHistory.clockMargin)
    if seen < moment {
      return renames.names(after: name, from: seen - margin, until: moment).last?.name ?? name
    }
    return renames.names(before: name, at: seen + margin).prefix { $0.until >= moment }.last?.name
      ?? name
  }
}

extension RenameLog {
  init(ofSite site: Int, _ database: Database) throws {
    self.init(try StoredEntry.all(ofSite: site, of: .rename, database).map(\.entry))
  }
}

/// What a member of a site was called in turn.
struct PastMember {
  /// The oldest first; at least one.
  private(set) var versions: [Version]

  /// A name with its account and kind, as a reading showed it first.
  struct Version {
    var readAt: Int
    var name: String
    var accountID: Int?
    var kind: Moderator.Kind
  }

  /// The kinds in turn, each with the end of the reading that showed it first.
  var kinds: [(kind: Moderator.Kind, since: Int)] {
    versions.reduce(into: []) { kinds, version in
      if kinds.last?.kind != version.kind { kinds.append((version.kind, version.readAt)) }
    }
  }

  /// The last one that a reading showed before a moment, or else the first one.
  func version(before moment: Int) -> Version? {
    versions.last { $0.readAt < moment } ?? versions.first
  }

  /// By key.
  static func all(
    ofSite site: Int, _ readings: [StoredWalk], _ database: Database
  ) throws -> [Moderator.Key: PastMember] {
    let dates = Dictionary(
      readings.map { ($0.id, $0.finishedAt) }, uniquingKeysWith: { first, _ in first })
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.user_id, m.role, n.since, n.account_id, n.display_name, n.kind
        FROM member m JOIN name n ON n.member = m.id WHERE m.site = ? ORDER BY n.member, n.since
        """, arguments: [site])
    var members: [Moderator.Key: PastMember] = [:]
    while let row = try rows.next() {
      let key = try Moderator.Key(row.value("user_id"), as: Role(rawValue: row.value("role")))
      let version = try Version(
        readAt: dates[row.value("since")] ?? .max, name: row.value("display_name"),
        accountID: row.value("account_id"),
        kind: Moderator.Kind(code: row.value("kind")) ?? .moderator)
      if members[key]?.versions.append(version) == nil {
        members[key] = PastMember(versions: [version])
      }
    }
    return members
  }
}
