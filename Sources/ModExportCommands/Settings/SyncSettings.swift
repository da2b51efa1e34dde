import Sync

/// What a sync mirrors, and what it may publish.
enum SyncSettings {
  private static let usual = SyncOptions(.scope)

  static let elected = Setting.flag(
    "elected", "Also fetch who was elected: one more walk for each site.")
  static let acceptUnproven = Setting.flag(
    "accept-unproven",
    "Also publish, marked, rosters whose only fault is a wrong or missing 'total'.")
  static let maxAge = DefaultedSetting(
    .duration("max-age", "Skip sites whose complete roster is younger."),
    usual: .seconds(usual.maxAge))
  static let recheckAfter = DefaultedSetting(
    .duration("recheck-after", "Wait before a roster that changed while read is read again."),
    usual: .seconds(usual.recheckAfter))
  static let waitLock = DefaultedSetting(
    .duration("wait-lock", "How long to wait for another run on the archive to end."),
    usual: .zero)

  static let all: [any AnySetting] = [elected, acceptUnproven, maxAge, recheckAfter, waitLock]
}
