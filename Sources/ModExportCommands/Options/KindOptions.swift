import ArgumentParser
import Reports
import Roster
import Tables

/// The option that chooses kinds of moderators.
struct KindOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only moderator, staff or community, or several with commas between them.",
      valueName: "kind,…"),
    completion: .commaList(of: ["moderator", "staff", "community"]),
    transform: Moderator.Kind.option)
  var kind: [Moderator.Kind] = []

  /// The rows of moderators of these kinds; all where none is named.
  func applied(to listing: Listing) -> Listing {
    guard !kind.isEmpty else { return listing }
    var chosen = listing
    chosen.rows = listing.rows.filter { row in
      Record<ModeratorColumn>(row).kind.map(kind.contains) ?? false
    }
    return chosen
  }
}
