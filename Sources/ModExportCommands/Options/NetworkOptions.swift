import Archive
import ArgumentParser
import Roster

/// The option that narrows what a reading command shows to one network.
struct NetworkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only this network, such as wikimedia.", valueName: "name"),
    completion: .list(NetworkRegistry.standard.entries.map(\.id)))
  var network: String?

  /// A site as the user typed it, with the network before it.
  func typed(_ site: String) -> String {
    guard let network, !site.hasPrefix("\(network):") else { return site }
    return "\(network):\(site)"
  }

  /// The network; nil for all.
  ///
  /// - Throws: `CommandFailure` (64) where the archive has no sites of it; `ArchiveError`.
  func id(in archive: ArchiveDatabase) throws -> NetworkID? {
    guard let network else { return nil }
    let known = try archive.networks()
    guard known.contains(network) else {
      let names = known.isEmpty ? "none" : known.joined(separator: ", ")
      throw CommandFailure(
        .usage, "The archive has no sites of a network '\(network)'; it has: \(names).")
    }
    return network
  }
}
