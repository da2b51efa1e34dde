import Archive
import FoundationEssentials
import Networks
import Sync

/// What a user should know of a job that is about to be scheduled: its scope, and folders that are missing.
struct ScheduleCheck {
  let place: SchedulePlace
  let selection: SiteSelection
  let steps: MirrorSteps
  let networks: [any Network]
  /// The folder of the report.
  let output: String

  /// Whole sentences.
  func sentences(in context: CommandContext) -> [String] {
    [
      scopeSentence(in: context), refusal(in: context), missingReportFolder,
      steps.backup.flatMap(missingCopyFolder),
    ].compactMap(\.self)
  }

  private func scopeSentence(in context: CommandContext) -> String {
    switch selection.selection {
    case .named(let names): return "Scheduled: \(names.joined(separator: ", "))."
    case .all(let withMeta):
      return "Scheduled: all main \(withMeta ? "and meta sites" : "sites")."
    case .scope: break
    }
    let path = place.absolute(context.archivePath)
    guard FileManager.default.fileExists(atPath: path) else {
      return
        "Scheduled: all main sites, because there is no archive at \(path) yet; the first run creates it."
    }
    let scope = try? context.readArchive { try ScopeSummary($0) }
    guard let scope else {
      return
        "Scheduled: the scope of \(path), which cannot be read now; `modexport scope` says why."
    }
    return scope.isEmpty
      ? "Scheduled: all main sites, because \(path) has no scope yet."
      : "Scheduled: what \(path) remembers as its scope (\(scope.sentence))."
  }

  private func refusal(in context: CommandContext) -> String? {
    try? context.readArchive { archive in
      try networks.lazy.compactMap { network in
        APIIdentity.refusal(ofRunAt: network.host, bound: try archive.api(of: network.id))
      }.first
    }
  }

  /// A report makes the folders that it needs.
  private var missingReportFolder: String? {
    missingFolder(around: output).map {
      "There is no folder \($0) yet: the job creates it for the report."
    }
  }

  /// A copy is not made where a disk may not be mounted.
  private func missingCopyFolder(_ backup: String) -> String? {
    missingFolder(around: backup).map {
      "There is no folder \($0) for the copies: create it, or mount the disk that it is on, before the job runs."
    }
  }

  private func missingFolder(around path: String) -> String? {
    let folder = "/" + place.absolute(path).split(separator: "/").dropLast().joined(separator: "/")
    return FileManager.default.fileExists(atPath: folder) ? nil : folder
  }
}
