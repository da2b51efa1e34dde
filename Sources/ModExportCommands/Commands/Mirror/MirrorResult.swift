import Archive
import Sync

/// What the nightly job did.
struct MirrorResult: Sendable {
  /// Nil where the run could not begin.
  var summary: SyncSummary?
  /// Nil where there was nothing to verify, because no API could be reached or the run failed.
  var verification: Verification?
  /// What was written, as text; nil where no report was written.
  var report: String?
  /// Nil where nothing was to be pruned.
  var pruning: Pruning?
  /// Nil where no copy was to be made.
  var backup: Backup?
  /// What went wrong first in a step after the sync.
  var failure: CommandFailure?
  /// What a monitoring service did not take, as a sentence. It does not change how the job ends.
  var unsent: String?

  /// Whether the archive is verified and reported: also after a sync that was incomplete or stopped on
  /// purpose, but not after one that failed.
  var continuesAfterSync: Bool {
    guard let status = summary?.exitStatus else { return false }
    return [.done, .incomplete, .stoppedEarly].contains(status)
  }

  /// The exit code of the job.
  var exitStatus: ExitStatus {
    .combining([summary?.exitStatus, failure?.status].compactMap(\.self))
  }
}
