/// Detects that most moderators of most sites have left at once: then the run reads another
/// network, or a broken one, and none of these changes is real.
///
/// For a single site `sudden_shrink` delays publication until a second walk gives the same result.
/// That is right for one community that falls apart, and wrong for all of them at once.
package struct MassDeparture: Hashable, Sendable {
  /// Sites whose roster was compared with an older one.
  package private(set) var compared = 0
  /// Compared sites with more than half of their moderators gone.
  package private(set) var emptied = 0

  package init() {}

  /// Records the result of one site's walk.
  ///
  /// - Parameters:
  ///   - old: The number of moderators of the published roster.
  ///   - gone: How many of them the walk did not find.
  package mutating func note(old: Int, gone: Int) {
    guard old > 0 else { return }
    compared += 1
    if gone * 2 > old { emptied += 1 }
  }

  /// Whether at least five sites, and more than half of the compared ones, have lost most
  /// moderators.
  package var isUnbelievable: Bool {
    emptied >= Self.least && emptied * 2 > compared
  }

  private static let least = 5

  /// The error that ends the run.
  struct Found: Error {
    var departure: MassDeparture

    var problem: SyncSummary.Problem {
      SyncSummary.Problem(site: nil, .massDeparture(departure))
    }
  }
}
