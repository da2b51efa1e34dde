import Sync

/// What a sync mirrors, and what it may publish.
enum SyncSettings {
  private static let usual = SyncOptions(.scope)

  static let elected = Setting.flag(
    "elected", "Also fetch who was elected.")
  static let acceptUnproven = Setting.flag(
    "accept-unproven",
    "Also publish rosters that are unproven, marked so."
  )
  static let history = Setting.number(
    "history",
    "Also read logs of roles, so many old pages of each.",
    within: 1...10_000)
  static let maxAge = DefaultedSetting(
    .duration(
      "max-age",
      "Skip sites with a younger roster."),
    default: .seconds(usual.maxAge))
  static let recheckAfter = DefaultedSetting(
    .duration(
      "recheck-after",
      "Wait before a changed roster is reread."),
    default: .seconds(usual.recheckAfter))
  static let waitLock = DefaultedSetting(
    .duration("wait-lock", "Wait so long for another run to end."),
    default: .zero)

  static let all: [any AnySetting] = [
    elected, history, acceptUnproven, maxAge, recheckAfter, waitLock,
  ]
}
