import FoundationEssentials
package import Networks
package import Roster
import Sync
package import Transport

extension SiteLists {
  /// The evidence of all lists, read as a sync reads them.
  package func walked(
    pageSize: Int, by rules: ProofRules, through transport: any ClientTransport
  ) async throws -> Evidence {
    let lists = rosters.map { list in
      PageWalker(
        role: list.role, paging: list.paging, pageSize: pageSize, rules: rules, limit: 1,
        mostPages: 20,
        fetch: { reading, position in
          try await list.page(
            PageQuery(at: position, pageSize: pageSize, reading: reading), transport
          ).value()
        },
        record: { _ in }, now: { Date(timeIntervalSince1970: 0) })
    }
    return Evidence(pages: try await PageWalker.run(lists).map(\.evidence))
  }
}
