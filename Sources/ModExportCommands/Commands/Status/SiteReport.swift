import Archive
import FoundationEssentials
import Roster
import Tables

/// What `status SITE` says of one site: its last complete roster, what came of the last attempt, and what to do.
struct SiteReport {
  private let site: KnownSite
  /// What commands take for the site.
  private let typed: String
  private let status: SiteStatus
  private let isInScope: Bool
  private let now: Date
  private let staleAfter: TimeInterval
  let attempt: SiteAttempt

  /// - Parameters:
  ///   - status: Of the same site.
  ///   - typed: What commands take for the site.
  ///   - isInScope: Whether runs for the scope read the site.
  ///   - now: The wall clock.
  ///   - staleAfter: Seconds after which a roster is stale.
  init(
    _ site: KnownSite, _ status: SiteStatus, typed: String, isInScope: Bool, now: Date,
    staleAfter: TimeInterval
  ) {
    self.site = site
    self.typed = typed
    self.status = status
    self.isInScope = isInScope
    self.now = now
    self.staleAfter = staleAfter
    attempt = SiteAttempt(of: status)
  }

  /// The same, read from an archive.
  ///
  /// - Throws: `ArchiveError`; `CommandFailure` (64) where the archive does not contain the site.
  init(
    _ site: KnownSite, in archive: ArchiveDatabase, now: Date,
    staleAfter: TimeInterval = StatusCommand.usualStaleAfter
  ) throws {
    let ref = site.site.ref
    guard let status = try archive.status().sites.first(where: { $0.site == ref }) else {
      throw CommandFailure(unknownSite: ref.id.description, suggestions: [])
    }
    self.init(
      site, status, typed: try archive.typedNames().id(of: ref),
      isInScope: try archive.scope(of: ref.network).holds(site.site), now: now,
      staleAfter: staleAfter)
  }

  /// Lines for a person.
  ///
  /// - Parameter columns: The width to which they are wrapped; nil for no limit.
  func text(columns: Int?) -> String {
    let columns = columns ?? .max
    func entry(_ label: String, _ meaning: String) -> String {
      TextBlock.entry(label, VisibleText.sanitized(meaning), columns)
    }
    return VisibleText.sanitized("\(site.site.name) (\(typed))") + "\n"
      + entry("last complete reading", completeWords)
      + (publishedWords.map { entry("published", $0) } ?? "") + entry("last try", attemptWords)
      + entry("what to do", advice)
  }

  private var completeWords: String {
    guard let date = status.completeAt else { return "none" }
    return dated(date) + (status.verdict == .complete ? moderatorWords : "")
  }

  /// Of a roster that is not the last complete one.
  private var publishedWords: String? {
    guard let date = status.publishedAt, status.verdict != .complete else { return nil }
    let grade = status.verdict?.grade
    return "unproven\(grade.inBrackets), read \(dated(date))\(moderatorWords)"
  }

  private var moderatorWords: String {
    status.moderators.map { ", \($0.counted("moderator"))" } ?? ""
  }

  private func dated(_ date: Date) -> String {
    "\(date.rfc3339) (\(now.timeIntervalSince(date).ageWords) ago)"
  }

  /// As the run's own summary says it: the outcome, then the detail and the reason.
  private var attemptWords: String {
    let date = attempt.date.map { ", \(dated($0))" } ?? ""
    let reason = attempt.reason.flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
    let detail = attempt.detail.map { ": \($0)\(reason)" } ?? ""
    return "\(attempt.outcome.words)\(date)\(detail)"
  }

  /// Why the archive has no roster, as a part of a sentence; nil where no run has tried.
  var reasonForNone: String? {
    switch attempt.outcome {
    case .neverTried, .complete, .skipped: nil
    case .unfinished: "the last run ended before all pages were read"
    case .unproven, .incomplete, .failed:
      "the last try \(attempt.outcome == .failed ? "failed" : "was \(attempt.outcome.words)")"
        + (attempt.detail.map { " (\($0))" } ?? "")
    }
  }

  /// What a person can do, as whole sentences.
  var advice: String {
    if status.isClosed {
      return
        "Nothing: the site is closed, it is no longer in the list of sites. Its last roster stays."
    }
    let sync = "`modexport sync \(typed)`"
    switch attempt.outcome {
    case .complete: return adviceAboutAge(sync)
    case .neverTried, .skipped:
      return isInScope ? "The next run reads it, and so does \(sync)." : "\(sync) reads it."
    case .unfinished: return "The next run resumes it, and so does \(sync)."
    case .failed:
      return "Run \(sync). If it fails again, \(adviceAboutFault)"
    case .unproven where isSettled: return adviceAboutAge(sync)
    case .unproven where status.lastWalk?.wasPublished == true:
      return "\(sync) reads it again."
    case .unproven:
      return
        "Run \(sync). If the total stays wrong, --accept-unproven publishes the roster and marks it as "
        + "unproven."
    case .incomplete where status.lastWalk?.mayBeAccepted ?? false:
      return
        "Run \(sync). If the API still lists so few, and you know that this is right, --accept-shrink "
        + "publishes the roster."
    case .incomplete:
      return
        "Run \(sync). If it is incomplete again, the API may list other people on each page for a while: "
        + "try again tomorrow."
    }
  }

  private func adviceAboutAge(_ sync: String) -> String {
    guard let publishedAt = status.publishedAt, now.timeIntervalSince(publishedAt) > staleAfter
    else {
      return status.verdict == .complete
        ? "Nothing: the roster is complete."
        : "Nothing: the list of the site cannot prove more than it did."
    }
    return "The roster is old: \(sync) reads it again."
  }

  /// Whether the latest walk published a roster that is as good as its list can prove it.
  private var isSettled: Bool {
    status.lastWalk.map { walk in
      walk.wasPublished && walk.reasons.allSatisfy { $0.highestGrade != nil }
    } ?? false
  }

  private var adviceAboutFault: String {
    switch attempt.reason {
    case "refused", "no_method":
      "the API may have closed or renamed the site: add --refresh-sites."
    case "key_refused", "key_required", "access_denied":
      "check the key."
    case "proxy", "proxy_refused": "check the proxy."
    default: "the API or the network has a problem: try again tomorrow."
    }
  }
}

extension WalkStatus {
  /// Whether only the small number of people is doubted.
  fileprivate var mayBeAccepted: Bool {
    !reasons.isEmpty && reasons.allSatisfy { [.emptyRoster, .suddenShrink].contains($0) }
  }
}

/// For `--json` and `--csv`.
extension SiteReport {
  static let columns = [
    View.Column("network", .text, "The site's network."),
    View.Column("site", .text, "The site's id."),
    View.Column("name", .text, "The site's name."),
    View.Column("in_scope", .integer, "1 if runs for the scope read the site."),
    View.Column("moderators", .integer, "Rows of the published roster; absent without one."),
    View.Column("published_at", .time, "When the published roster was read."),
    View.Column("complete_at", .time, "When a complete roster was last read."),
    View.Column(
      "state", .text,
      "What came of the last attempt: complete, unproven, incomplete, failed, unfinished or never_tried."
    ),
    View.Column("since", .time, "When that attempt ended."),
    View.Column("detail", .text, "Why the roster is not complete."),
    View.Column(
      "reason", .text,
      "The rules that failed, or the fault of a request, as `sync --json` names them."),
    View.Column("advice", .text, "What to do."),
    View.Column(
      "grade", .text,
      "How much is claimed of the published roster: complete, corroborated or published; absent without one."
    ),
  ]

  var row: Row {
    [
      .text(site.site.network), .text(site.site.id), .text(site.site.name),
      .integer(isInScope ? 1 : 0), Cell(status.moderators), Cell(status.publishedAt),
      Cell(status.completeAt), .text(attempt.outcome.rawValue), Cell(attempt.date),
      Cell(attempt.detail), Cell(attempt.reason), .text(advice),
      Cell(status.verdict?.grade?.rawValue),
    ]
  }
}
