import Archive
import Networks
import Roster
import Sync

extension CommandContext {
  /// Why a run with the present settings would be refused: the archive is of another API. Nil where the
  /// address alone does not show that, and where no settings name an API.
  func refusalOfRun(into archive: ArchiveDatabase) throws -> String? {
    let entry = self.networks.first
    guard let address = try? NetworkAccess.address(of: entry, option: nil, settings),
      let network = try? entry.make(NetworkRegistry.NetworkParts(address: address))
    else { return nil }
    return APIIdentity.refusal(ofRunAt: network.host, bound: try archive.api(of: entry.id))
  }
}

extension APIIdentity {
  /// Why a run would be refused, as a sentence; nil where the address alone does not show that.
  ///
  /// - Parameters:
  ///   - host: Where the run sends its requests; nil where each site has an API of its own.
  ///   - bound: The identity of the archive's API; nil for any.
  static func refusal(ofRunAt host: String?, bound: String?) -> String? {
    do {
      try check(host: host, bound: bound)
      return nil
    } catch {
      return "A run would be refused: \(CommandFailure(error))"
    }
  }
}
