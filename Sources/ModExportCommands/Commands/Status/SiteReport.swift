import Archive
import FoundationEssentials
import Roster

/// What `status SITE` says of one site: its roster, what came of the last attempt, and what to do.
struct SiteReport {
  let site: KnownSite
  /// What commands take for the site.
  let typed: String
  /// Whether runs for the scope read the site.
  let isInScope: Bool
  let now: Date
  /// Seconds after which a roster is stale.
  let staleAfter: TimeInterval
  var attempt: SiteAttempt { SiteAttempt(of: site) }

  /// Lines for a person.
  ///
  /// - Parameter columns: The width to which they are wrapped; nil for no limit.
  func text(columns: Int?) -> String {
    func entry(_ label: String, _ meaning: String) -> String {
      TextBlock.entry(label, VisibleText.sanitized(meaning), columns ?? .max)
    }
    return VisibleText.sanitized("\(site.site.name) (\(typed))") + "\n"
      + entry("last read", readWords)
      + (site.checkedAt.map { entry("unchanged", "by its own word, \(dated($0))") } ?? "")
      + entry("last try", attempt.words(dated: dated))
      + entry("what to do", advice)
  }

  private var readWords: String {
    guard let date = site.publishedAt, let verdict = site.verdict else { return "never" }
    let people = site.moderators.map { ", \($0.counted("moderator"))" } ?? ""
    if verdict == .complete { return dated(date) + people }
    let complete = site.completeAt.map { ", complete \(dated($0))" } ?? ""
    return dated(date) + people + verdict.grade.inBrackets + complete
  }

  private func dated(_ date: Date) -> String {
    "\(date.rfc3339) (\(now.timeIntervalSince(date).ageWords) ago)"
  }

  /// See ``SiteAttempt/reasonForNone``.
  var reasonForNone: String? { attempt.reasonForNone }

  /// What a person can do, as whole sentences.
  var advice: String {
    let sync = "`modexport sync \(typed)`"
    let reasons = site.lastWalk?.reasons ?? []
    if site.closedAt != nil {
      return
        "Nothing: the site is closed, it is no longer in the list of sites. Its last roster stays."
    }
    switch attempt.outcome {
    case .complete: return adviceAboutAge(sync)
    case .neverTried, .unchanged, .skipped:
      return isInScope ? "The next run reads it, and so does \(sync)." : "\(sync) reads it."
    case .unfinished: return "The next run resumes it, and so does \(sync)."
    case .failed: return "Run \(sync). If it fails again, \(adviceAboutFault)"
    case .unproven where site.lastWalk?.wasPublished == true:
      // A roster that is as good as its list can prove it.
      let isBest = reasons.allSatisfy { $0.highestGrade != nil }
      return isBest ? adviceAboutAge(sync) : "\(sync) reads it again."
    case .unproven:
      return
        "Run \(sync). If the total stays wrong, --accept-unproven publishes the roster and marks it."
    case .incomplete:
      if reasons.contains(.otherSite) {
        return
          "If it is the site that was moved, `modexport sync \(typed) --accept-shrink` publishes the roster; "
          + "else `modexport scope --move` goes back."
      }
      // Only the small number of people is doubted.
      let isSmall = !reasons.isEmpty && Set(reasons).isSubset(of: [.emptyRoster, .suddenShrink])
      return isSmall
        ? "Run \(sync). If the API still lists so few, and that is right, --accept-shrink publishes the roster."
        : "Run \(sync). If it is incomplete again, the API may list other people on each page for a while: "
          + "try again tomorrow."
    }
  }

  private func adviceAboutAge(_ sync: String) -> String {
    if site.hasMoved { return "The site was moved: \(sync) reads it at its new address." }
    if let date = site.confirmedAt, now.timeIntervalSince(date) > staleAfter {
      return "The roster is old: \(sync) reads it again."
    }
    return site.verdict == .complete
      ? "Nothing: the roster is complete."
      : "Nothing: this is as much as the site's list can prove."
  }

  private var adviceAboutFault: String {
    switch attempt.reason {
    case "refused", "no_method":
      "the API may have closed or renamed the site: add --refresh-sites."
    case "redirected":
      "the site may have moved: `modexport scope --move` goes on with its history at another address."
    case "key_refused", "key_required", "access_denied": "check the key."
    case "proxy", "proxy_refused": "check the proxy."
    default: "the API or the network has a problem: try again tomorrow."
    }
  }
}

extension SiteReport {
  /// Read from an archive.
  ///
  /// - Throws: `ArchiveError`.
  init(
    _ site: KnownSite, in archive: ArchiveDatabase, now: Date,
    staleAfter: TimeInterval = StatusCommand.defaultStaleAfter
  ) throws {
    let ref = site.site.ref
    self.init(
      site: site, typed: try archive.typedNames().id(of: ref),
      isInScope: try archive.scope(of: ref.network).holds(site.site), now: now,
      staleAfter: staleAfter)
  }

  /// For `--json` and `--csv`; as in `sync --json`, the reason is the rules that failed or the fault of a request.
  var fields: [(name: String, type: View.ColumnType, cell: Cell)] {
    [
      ("network", .text, .text(site.site.network)), ("site", .text, .text(site.site.id)),
      ("name", .text, .text(site.site.name)), ("in_scope", .integer, .integer(isInScope ? 1 : 0)),
      ("moderators", .integer, Cell(site.moderators)),
      ("published_at", .time, Cell(site.publishedAt)),
      ("complete_at", .time, Cell(site.completeAt)),
      ("checked_at", .time, Cell(site.checkedAt)),
      ("state", .text, .text(attempt.outcome.rawValue)), ("since", .time, Cell(attempt.date)),
      ("detail", .text, Cell(attempt.detail)), ("reason", .text, Cell(attempt.reason)),
      ("advice", .text, .text(advice)), ("grade", .text, Cell(site.verdict?.grade?.rawValue)),
    ]
  }
}
