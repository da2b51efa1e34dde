import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

extension SyncRun {
  /// Reads the logs of the network about sites whose rosters were just published, where that was asked for: who held a
  /// role there before the archive began. The logs about all sites come first, since a tenure follows from all logs
  /// together.
  ///
  /// - Returns: What could not be read. The rosters are published anyway.
  /// - Throws: `Stopped`, `CancellationError` and `ArchiveError`.
  func readHistory(about sites: [Site]) async throws -> [SyncSummary.Problem] {
    guard options.historyPages > 0 else { return [] }
    do {
      let problems = try await readAll(about: sites)
      try archive.recordLoggedTenures(in: network.id)
      return problems
    } catch {
      // What was read before the run ended counts; after a signal the next run derives it.
      if !Task.isCancelled { try archive.recordLoggedTenures(in: network.id) }
      throw error
    }
  }

  private func readAll(about sites: [Site]) async throws -> [SyncSummary.Problem] {
    var problems: [SyncSummary.Problem] = []
    do {
      try await read(network.logs(of: nil), of: nil)
    } catch {
      guard let fault = Fault(ofOneSite: error) else { throw error }
      problems.append(SyncSummary.Problem(site: nil, .history(fault)))
    }
    var ending: (any Error)?
    let results = await mapConcurrently(
      sites, limit: options.concurrency,
      while: { _, result in
        if case .failure(let error) = result, Fault(ofOneSite: error) == nil {
          ending = ending ?? error
        }
        return ending == nil
      }
    ) { site in
      try await read(network.logs(of: site), of: site.ref)
    }
    if let ending { throw ending }
    for (site, result) in results {
      if case .failure(let error) = result, let fault = Fault(ofOneSite: error) {
        problems.append(SyncSummary.Problem(site: site.ref, .history(fault)))
      }
    }
    return problems
  }

  /// - Parameter site: Nil for logs about all sites of the network.
  private func read(_ logs: [HistoryLog], of site: SiteRef?) async throws {
    guard !logs.isEmpty else { return }
    let withheld = try archive.withheldPeople()
    let roles = try archive.listedRoles(of: site, in: network.id)
    let readers = logs.map {
      LogReader(
        archive: archive, transport: transport, time: time, log: $0, network: network.id,
        withheld: withheld, warn: observer.warning)
    }
    let states = try archive.beginLogs(readers.map(\.ref))
    for (reader, state) in zip(readers, states) {
      try await reader.read(from: state, about: roles, pages: options.historyPages)
    }
  }
}
