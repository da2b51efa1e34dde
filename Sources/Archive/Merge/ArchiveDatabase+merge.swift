package import FoundationEssentials
import GRDB
package import Roster

/// The result of a merge.
package struct Merge: Hashable, Sendable {
  /// The canonical path of the new archive.
  package var path: String
  /// Its size in bytes.
  package var bytes = 0
  /// What `verify` says of it. Where it has findings, nothing was written.
  package var verification = Verification()
  /// The head of its ledger; nil where nothing was written.
  package var head: String?
  /// How many rosters were read, those of all archives together.
  package var rosters = 0
  /// How many others stand in several archives, and once in the new one.
  package var repeated = 0
  package var contradictions: [MergeContradiction] = []
  /// What logs, badges and claims tell that is contradicted.
  package var contradicted: [Contradiction] = []
  package var differing = DifferingRows()
}

/// Two readings of one site by two archives at overlapping times, with other people.
package struct MergeContradiction: Hashable, Sendable {
  package var site: SiteRef
  /// Both of them.
  package var readings: [Reading]

  /// What one of them has.
  package struct Reading: Hashable, Sendable {
    /// That of its archive.
    package var path: String
    package var time: ClosedRange<Date>
    /// The people whom the other does not have.
    package var only: [Person]
  }

  /// Somebody on a roster.
  package struct Person: Hashable, Sendable {
    package var key: Moderator.Key
    package var name: String
  }
}

extension ArchiveDatabase {
  /// Makes a new archive of what several ones have read: as if all their readings had been one archive's. It is proven
  /// before it is put into its place.
  ///
  /// An entry that stands in several archives, as in one and its copy, stands once. What an archive says of the present is
  /// that of the latest reading. Unfinished walks are left out.
  ///
  /// - Parameters:
  ///   - archives: At least one. Each is read as it is at this moment, and verified.
  ///   - place: Where there is no file yet, or an empty one.
  ///   - rules: The rules of each network.
  ///   - now: The present time.
  /// - Throws: `otherAPI` where two archives have read different APIs of one network; `withholds` where one withholds
  ///   people; `damaged` where one has findings;
  ///   `unwritable`; `CancellationError`.
  package static func merge(
    _ archives: [ArchiveDatabase], into place: String, by rules: [NetworkID: ProofRules],
    at now: Date
  ) throws -> Merge {
    let target = try CopyTarget(place, of: archives[0].path) { target throws(ArchiveError) in
      throw target.refusal("is there already, and no file is replaced; name a new one.")
    }
    return try reading(archives[...], []) { sources in
      try requireOneAPI(sources)
      try requireNobodyWithheld(sources)
      let check = { for archive in archives { try archive.checkInterruption() } }
      for source in sources { try requireProof(of: source, by: rules, at: now, check) }
      var merge = Merge(path: target.path)
      let size = try target.make { file in
        merge = try fill(file, sources, at: now, check)
      } mayPut: { file in
        let copy = try open(at: file, for: .reading, toVerify: true)
        defer { try? copy.close() }
        merge.verification = try copy.verify(by: rules, now: now, check: check)
        merge.head = try merge.verification.findings.isEmpty ? copy.head()?.head : nil
        return merge.verification.findings.isEmpty
      }
      (merge.path, merge.bytes) = (target.path, size)
      return merge
    }
  }

  /// Reads all archives, each as it is at this moment.
  private static func reading<Result>(
    _ archives: ArraySlice<ArchiveDatabase>, _ sources: [MergeSource],
    _ body: ([MergeSource]) throws -> Result
  ) throws -> Result {
    guard let archive = archives.first else { return try body(sources) }
    return try archive.read { database in
      try reading(
        archives.dropFirst(), sources + [MergeSource(path: archive.path, database: database)], body)
    }
  }

  private static func requireOneAPI(_ sources: [MergeSource]) throws {
    var known: [NetworkID: (api: String, path: String)] = [:]
    for source in sources {
      let rows = try GRDB.Row.fetchAll(
        source.database, sql: "SELECT name, api FROM network WHERE api IS NOT NULL")
      for row in rows {
        let (network, api) = try (row.value(0) as String, row.value(1) as String)
        let first = known[network] ?? (api, source.path)
        guard first.api == api else {
          throw ArchiveError(
            .otherAPI, path: source.path,
            "\(first.path) was mirrored from \(first.api) and \(source.path) from \(api): archives of two APIs cannot be "
              + "merged.")
        }
        known[network] = first
      }
    }
  }

  /// The key by which withheld people are recognised is that of one archive: the others would bring them back.
  private static func requireNobodyWithheld(_ sources: [MergeSource]) throws {
    for source in sources where try Withheld.people(source.database) > 0 {
      throw ArchiveError(
        .withholds, path: source.path,
        "\(source.path) withholds people, whom another archive may have: archives that withhold somebody are not merged; "
          + "leave it out and keep it as an archive of its own."
      )
    }
  }

  /// What is merged gets new digests, which must not prove what the old ones disprove.
  private static func requireProof(
    of source: MergeSource, by rules: [NetworkID: ProofRules], at now: Date,
    _ check: @escaping () throws -> Void
  ) throws {
    let findings = try ArchiveVerifier(source.database, by: rules, now: now)
      .verification(check: check).findings
    if findings.isEmpty { return }
    throw ArchiveError(
      .damaged, path: source.path,
      "\(source.path) is not merged: its proof has \(findings.count.counted("finding")).",
      remedy: .seeFindings)
  }

  private static func fill(
    _ file: String, _ sources: [MergeSource], at now: Date, _ check: @escaping () throws -> Void
  ) throws -> Merge {
    let queue = try CopyTarget.unfinishedQueue(file)
    let archive = ArchiveDatabase(path: file, access: .writing, queue: queue, lock: nil)
    var merge = try queue.write { database in
      try Schema.make(database)
      var merger = try Merger(sources, into: archive, database, check: check)
      try merger.run(at: now.unixSeconds)
      return merger.merge
    }
    for network in try archive.networks() { try archive.recordLoggedTenures(in: network) }
    try archive.read { database in
      merge.contradicted = try Contradiction.all(database)
      merge.differing = try DifferingRows(database)
    }
    try archive.close()
    return merge
  }
}
