/// Whether a run reads that nearly everybody of nearly every site has left: then it reads another network,
/// or a broken one, and none of it is news.
///
/// A site on its own is held back by `sudden_shrink`, and published when a second walk says the same. That
/// is right for one community that falls apart, and wrong for all of them at once.
package struct MassDeparture: Hashable, Sendable {
  /// Sites whose roster could be held against an older one.
  package private(set) var compared = 0
  /// Those of them of which more than half of the moderators are gone.
  package private(set) var emptied = 0

  package init() {}

  /// Takes in what one site's walk read.
  ///
  /// - Parameters:
  ///   - old: The moderators of the published roster.
  ///   - gone: How many of them the walk did not find.
  package mutating func note(old: Int, gone: Int) {
    guard old > 0 else { return }
    compared += 1
    if gone * 2 > old { emptied += 1 }
  }

  /// At least five sites, and more than half of those that were compared.
  package var isUnbelievable: Bool {
    emptied >= Self.least && emptied * 2 > compared
  }

  private static let least = 5

  /// Ends the run.
  struct Found: Error {
    var departure: MassDeparture

    var problem: SyncSummary.Problem {
      SyncSummary.Problem(site: nil, .massDeparture(departure))
    }
  }
}
