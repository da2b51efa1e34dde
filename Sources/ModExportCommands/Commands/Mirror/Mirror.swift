import ArgumentParser

/// `modexport mirror`
struct MirrorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Does the nightly job: syncs, verifies, and writes the report.",
    discussion: """
      Without SITE, --all and --meta the whole scope of the archive is mirrored, or all main sites where \
      there is no scope yet. No other run can write to the archive until all steps are done. With --keep, old \
      evidence is removed; with --backup, a verified copy is made.

      Without a terminal and --verbose, nothing is printed if all is well, and otherwise one line that says \
      what is wrong and what to do. The exit code is that of the step that went worst: after an incomplete \
      (3) or stopped (75) sync the archive is still verified and reported; after findings of verify (1) \
      nothing is written. `modexport help sync` explains the options of both.

      Examples:
        Mirror all main sites, verify the archive, and write the report:
          modexport mirror --all
        Mirror two sites, which become part of the scope:
          modexport mirror cooking unix
        Run the nightly job with a report for a web server and 30 copies:
          modexport mirror --output /srv/www/moderators --backup /mnt/copies --backup-copies 30
      """
        + ExitStatus.list(
          ExitStatus.ofRequests,
          [
            .failed:
              "Verify found problems, and no report, no pruning and no copy was made; or another step failed.",
            .incomplete:
              "A roster is not complete, not proven, or was never mirrored; the old roster is kept and reported.",
            .stoppedEarly:
              "The sync stopped early, because of the quota, a lock-out, --max-requests or another run.",
          ]))

  static let settings = SyncArguments.settings + ReportSettings.all + MirrorSettings.all

  @OptionGroup var sync: SyncArguments
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Further steps") var steps: MirrorOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let context = context.quietedForCron
    let setups = try SyncSetup.all(sync, in: context)
    let report = ReportContent(options: report)
    try report.requireKey()
    try report.refuse([context.archivePath] + [steps.backup].compactMap { $0 })
    if sync.dryRun {
      try SyncDryRun.print(setups, json: sync.json, isOfJob: true, in: context)
      return .done
    }
    let asked = try await SyncSetup.asked(sync, setups, in: context)
    let job = MirrorJob(
      setups: asked.setups, inquiry: asked.inquiry, report: report, steps: steps, context: context)
    return try MirrorPrinter(result: try await job.run(), json: sync.json).print(in: context)
  }
}

/// What the nightly job does beside sync, verify and report.
struct MirrorOptions: ParsableArguments {
  @Option(MirrorSettings.keep) var keep: Duration?
  @Option(MirrorSettings.backup) var backup: String?
  /// Nil where nothing says so, and then the place may be a file.
  @Option(MirrorSettings.backupCopies) var backupCopies: Int?
}

/// What the nightly job does beside sync, verify and report.
enum MirrorSettings {
  static let keep = Setting.duration(
    "keep",
    "Then remove evidence that is older than this, as `modexport prune --keep` does.")
  static let backup = Setting.path(
    "backup",
    "Then copy the archive to this file or folder, as `modexport backup` does.", valueName: "file")
  static let backupCopies = Setting.number(
    "backup-copies", "Make the place of --backup a folder, and keep this many copies in it.",
    within: 1...100_000, default: 7)

  static let all: [any AnySetting] = [keep, backup, backupCopies]
}
