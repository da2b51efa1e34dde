/// The result of a backup.
package struct Backup: Hashable, Sendable {
  /// The canonical path of the copy.
  package var path: String
  /// The copy's size in bytes.
  package var bytes: Int
  /// What `verify` says of the copy. Where it has findings, nothing was written to ``path``.
  package var verification: Verification
  /// The older copies that were removed, by their paths.
  package var removed: [String] = []
  /// The folder that was created for it; nil where it was there.
  package var madeFolder: String?
}
