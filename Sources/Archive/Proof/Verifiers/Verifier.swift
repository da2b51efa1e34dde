import GRDB
import Roster

/// Checks one kind of data in an archive against its evidence.
///
/// A verifier needs only its subject, so that ``ArchiveVerifier`` can create all of them from a
/// list.
protocol Verifier<Subject> {
  /// What it checks: ``VerifiedFile`` or ``VerifiedSite``.
  associatedtype Subject

  var subject: Subject { get }
  init(subject: Subject)

  /// Reports every contradiction.
  ///
  /// - Throws: `DatabaseError` and `RowDecodingError` where the file is damaged.
  func check(_ list: inout FindingList) throws
}

/// The input of verifiers of the whole file.
struct VerifiedFile {
  /// A connection that may create temporary tables.
  let database: Database
  /// The row ids of the sites to check; nil for all, and for what belongs to no site.
  let sites: Set<Int>?
  /// Throws where the verification is to stop.
  let check: () throws -> Void
}

extension Verifier<VerifiedFile> {
  var database: Database { subject.database }
}

extension Verifier<VerifiedSite> {
  var database: Database { subject.database }
  var site: VerifiedSite { subject }

  /// The id of the user of a key, with the role where it is another than `moderator`.
  func named(_ key: Moderator.Key) -> String {
    key.role == .moderator ? "\(key.userID)" : "\(key.userID) (\(key.role.rawValue))"
  }
}
