/// What a program was built from.
///
/// `scripts/record-commit` writes ``recorded``, the record of this program, before each build. It is
/// a target of its own, so that little is compiled again after a commit.
package struct BuildRecord: Hashable, Sendable {
  /// Nil where the sources are in no git repository of their own.
  package var commit: Commit?
  /// The version of Swift, such as `6.3.1`; nil where it is not known.
  package var swiftVersion: String?

  package init(commit: Commit?, swiftVersion: String?) {
    self.commit = commit
    self.swiftVersion = swiftVersion
  }

  /// A commit of the program's sources.
  package struct Commit: Hashable, Sendable {
    /// The first hexadecimal digits of its name.
    package var hash: String
    /// The day in UTC on which it was committed, such as `2026-11-22`.
    package var day: String
    /// Whether the sources differed from the commit.
    package var isModified: Bool

    package init(hash: String, day: String, isModified: Bool) {
      self.hash = hash
      self.day = day
      self.isModified = isModified
    }
  }
}
