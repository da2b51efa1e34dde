import Sync

/// What a sync mirrors, and what it may publish.
enum SyncSettings {
  private static let usual = SyncOptions(.scope)

  static let elected = Setting.flag(
    "elected", "Also fetch who was elected, with one more list for each site.")
  static let acceptUnproven = Setting.flag(
    "accept-unproven",
    "Also publish rosters whose only fault is a wrong or missing 'total', or that prove less than the one before, marked as unproven."
  )
  static let history = Setting.number(
    "history",
    "Also read logs that tell who held a role before, where a network has them: what was added since the "
      + "last run, and at most this many older pages of each log, of 500 rows each; the next run goes on.",
    within: 1...10_000)
  static let maxAge = DefaultedSetting(
    .duration(
      "max-age",
      "Skip sites whose complete roster is younger than this; a duration is a number and ms, s, m (minutes), h "
        + "or d, such as 90s, 5m, 12h or 7d."),
    usual: .seconds(usual.maxAge))
  static let recheckAfter = DefaultedSetting(
    .duration(
      "recheck-after",
      "How long to wait before a roster that changed while it was read is read again."),
    usual: .seconds(usual.recheckAfter))
  static let waitLock = DefaultedSetting(
    .duration("wait-lock", "How long to wait for another run on the archive to end."),
    usual: .zero)

  static let all: [any AnySetting] = [
    elected, history, acceptUnproven, maxAge, recheckAfter, waitLock,
  ]
}
