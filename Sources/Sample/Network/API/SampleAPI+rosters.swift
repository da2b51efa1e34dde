import Roster

/// `/users/moderators`, `/users/moderators/elected` and `/users/{ids}`.
extension SampleAPI {
  func rosterPage(
    _ call: Call, _ query: ListQuery, _ envelope: SampleEnvelope, _ style: WireStyle,
    _ turn: APIState.Turn
  ) throws(APIError) -> AnswerPage {
    guard let site = call.site else { throw .badParameter("site is required") }
    guard network.site(site) != nil, !turn.hits.contains(.siteError) else { throw .noSite(site) }
    let roster =
      turn.hits.contains(.emptyRoster)
      ? MovingRoster.empty : movingRoster(of: site, moved: turn.movement)
    let order = try order(of: roster, call, site, query, turn)
    let paging = RosterPaging(query, count: order.count, turn.hits)
    var envelope = envelope
    envelope.total = paging.total
    envelope.hasMore = paging.hasMore
    var writer = WireWriter(capacity: paging.places.count * 900)
    for place in paging.places { roster[order[place]].write(style, to: &writer) }
    return AnswerPage(envelope: envelope, style: style, items: writer.bytes)
  }

  private func order(
    of roster: MovingRoster, _ call: Call, _ site: SiteID, _ query: ListQuery,
    _ turn: APIState.Turn
  ) throws(APIError) -> SampleOrder {
    if case .users(let ids) = call.route {
      let wanted = Set(ids.split(separator: ";").compactMap { Int($0) })
      guard (1...100).contains(wanted.count) else { throw .badParameter("ids") }
      return SampleOrder(roster, query) { wanted.contains($0.userID) }
    }
    let isElected = call.route == .electedModerators
    if !isElected, query.sort == .creation, query.bounds.areOpen {
      return SampleOrder(byCreation: roster.count, query)
    }
    guard roster.count >= SampleSite.steadySize else {
      return SampleOrder(roster, query) { !isElected || $0.isElected }
    }
    let key = OrderKey(
      site: site, isElected: isElected, sort: query.sort, bounds: query.bounds,
      movement: turn.movement)
    let positions = cached(key) {
      SampleOrder.positions(in: roster, query) { !isElected || $0.isElected }
    }
    return SampleOrder(positions, query)
  }
}

/// The places of a list, each with a position in the roster.
struct SampleOrder {
  /// In ascending order of the sort; nil where the order is the roster's own.
  private let positions: [Int]?
  private let isDescending: Bool
  let count: Int

  init(byCreation count: Int, _ query: ListQuery) {
    positions = nil
    self.count = count
    isDescending = query.isDescending
  }

  init(_ positions: [Int], _ query: ListQuery) {
    self.positions = positions
    count = positions.count
    isDescending = query.isDescending
  }

  init(_ roster: MovingRoster, _ query: ListQuery, where belongs: (SampleUser) -> Bool) {
    self.init(Self.positions(in: roster, query, where: belongs), query)
  }

  subscript(place: Int) -> Int {
    let index = isDescending ? count - 1 - place : place
    return positions?[index] ?? index
  }

  /// The positions of all users that belong to the list and are within the bounds, in ascending
  /// order of the sort, then by creation date.
  static func positions(
    in roster: MovingRoster, _ query: ListQuery, where belongs: (SampleUser) -> Bool
  ) -> [Int] {
    let bounds = query.bounds
    var entries: [(key: SortKey, position: Int)] = []
    for position in roster.indices {
      let user = roster[position]
      let key = SortKey(user, query.sort)
      guard belongs(user), user.creationDate >= bounds.from ?? .min,
        user.creationDate <= bounds.to ?? .max, key.lies(from: bounds.min, to: bounds.max)
      else { continue }
      entries.append((key, position))
    }
    return entries.sorted { ($0.key, $0.position) < ($1.key, $1.position) }.map(\.position)
  }
}

/// The value that a list is sorted by: a number or a name.
private enum SortKey: Comparable {
  case number(Int)
  case text(String)

  init(_ user: SampleUser, _ sort: ListQuery.Sort) {
    switch sort {
    case .reputation: self = .number(user.reputation)
    case .creation: self = .number(user.creationDate)
    case .modified: self = .number(user.lastModifiedDate ?? 0)
    case .name: self = .text(user.displayName)
    }
  }

  /// Whether it is within two bounds in the form of the query; both ends are included.
  func lies(from least: String?, to most: String?) -> Bool {
    switch self {
    case .number(let number):
      number >= least.flatMap { Int($0) } ?? .min && number <= most.flatMap { Int($0) } ?? .max
    case .text(let text): text >= least ?? "" && most.map { text <= $0 } ?? true
    }
  }
}
