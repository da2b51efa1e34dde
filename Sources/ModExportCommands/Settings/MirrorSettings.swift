import ArgumentParser

/// What the nightly job does beside sync, verify and report.
enum MirrorSettings {
  static let keep = Setting.duration(
    "keep", "Prune evidence and reputation that is older, as `modexport prune --keep` does.",
    least: .seconds(86_400))
  static let backup = Setting.path(
    "backup", "Then copy the archive there, as `modexport backup` does.", valueName: "file")
  static let backupCopies = DefaultedSetting(
    .number("backup-copies", "In a folder, keep this many copies.", within: 1...100_000), usual: 7)
  static let ping = Setting(
    name: "ping",
    help: "A URL to notify of the start (URL/start), of success (URL) and of failure (URL/fail).",
    valueName: "url", show: PingAddress.withoutPath, read: PingAddress.init(_:), write: \.url)

  static let all: [any AnySetting] = [keep, backup, backupCopies, ping]
}
