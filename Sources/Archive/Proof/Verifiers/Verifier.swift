import GRDB

/// Checks one kind of statement of an archive against what proves it.
///
/// A verifier is made from its subject and nothing else, so that ``ArchiveVerifier`` can list them all.
protocol Verifier<Subject> {
  /// What it checks: ``VerifiedFile`` or ``VerifiedSite``.
  associatedtype Subject

  var subject: Subject { get }
  init(subject: Subject)

  /// Everything that does not agree; empty where the statements are proven.
  ///
  /// - Throws: `DatabaseError` and `RowDecodingError` where the file is damaged.
  func findings() throws -> [Verification.Finding]
}

/// The whole file, as its verifiers see it.
struct VerifiedFile {
  /// A connection that may make temporary tables.
  let database: Database
  /// The keys of the sites to check; nil for all, and for what belongs to no site.
  let sites: Set<Int>?
}

extension Verifier<VerifiedFile> {
  var database: Database { subject.database }
}

extension Verifier<VerifiedSite> {
  var database: Database { subject.database }
  var site: MirroredSite { subject.site }
}
