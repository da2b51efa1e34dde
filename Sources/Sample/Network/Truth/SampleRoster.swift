/// The moderators of one site on one day, each computed on access.
package struct SampleRoster: RandomAccessCollection, Sendable {
  private let seating: Seating?
  /// The seats with a holder; nil where all have one.
  private let held: [Int]?
  package let endIndex: Int

  package var startIndex: Int { 0 }

  init(of site: SampleSite, seed: UInt64, day: Int) {
    let seating = Seating(site: site, seed: seed, day: day)
    self.seating = seating
    held = site.isSteady ? nil : (0..<site.seats).filter { seating.holder(of: $0) != nil }
    endIndex = held?.count ?? site.seats
  }

  /// The roster of a site that does not exist.
  init(seed: UInt64, day: Int) {
    seating = nil
    held = []
    endIndex = 0
  }

  package subscript(position: Int) -> SampleUser {
    precondition(indices.contains(position), "there is no moderator at \(position)")
    guard let user = seating?.user(in: held?[position] ?? position) else {
      preconditionFailure("a listed seat must have a holder")
    }
    return user
  }
}
