import ArgumentParser

/// What the nightly job does beside sync, verify and report.
enum MirrorSettings {
  static let keep = Setting.duration(
    "keep",
    "Then remove evidence that is older than this, as `modexport prune --keep` does.",
    least: .seconds(86_400))
  static let backup = Setting.path(
    "backup",
    "Then copy the archive to this file or folder, as `modexport backup` does.", valueName: "file")
  static let backupCopies = DefaultedSetting(
    .number(
      "backup-copies",
      "Make the place of --backup a folder, and keep this many copies in it.",
      within: 1...100_000), default: 7)
  static let ping = Setting(
    name: "ping",
    help: "A URL to notify of the start (URL/start), of success (URL) and of failure (URL/fail).",
    valueName: "url", show: PingAddress.withoutPath, read: PingAddress.init(_:), write: \.url)

  static let all: [any AnySetting] = [keep, backup, backupCopies, ping]
}
