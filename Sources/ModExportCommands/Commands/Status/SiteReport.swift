import Archive
import FoundationEssentials
import Roster
import Tables

/// What came of the latest attempt to read the roster of a site, in the words of the summary of `sync`.
struct SiteAttempt: Hashable, Sendable {
  let outcome: Outcome
  /// When it ended; nil where that is not known.
  var date: Date?
  /// Why it is not complete, as the summary said it; nil where it is, or where nobody knows.
  var detail: String?
  /// The rules that failed, or the fault of the request, in words for scripts; nil without a detail.
  var reason: String?

  /// The outcomes of one site, in the order in which they are counted.
  enum Outcome: String, CaseIterable {
    /// The roster is published and proven.
    case complete
    /// Only the total is wrong or missing; the roster is published only where the user accepts that.
    case unproven
    /// The pages prove no roster; nothing is published.
    case incomplete
    /// A request failed; nothing is published.
    case failed
    /// The run did not read the site.
    case skipped
    /// The run ended before all pages were read.
    case unfinished
    /// No run has tried yet.
    case neverTried = "never_tried"

    var words: String { self == .neverTried ? "never tried" : rawValue }

    /// The kind of problem that an unpublished attempt with this outcome is; nil where it is none.
    var problem: ArchiveHealth.State? {
      switch self {
      case .unproven: .unproven
      case .incomplete: .incomplete
      case .failed: .failed
      case .complete, .skipped, .unfinished, .neverTried: nil
      }
    }
  }

  /// Sites by outcome, such as "12 complete, 1 failed"; "nothing to mirror" where there are none.
  static func counted(_ counts: [Outcome: Int]) -> String {
    let words = Outcome.allCases.compactMap { outcome in
      counts[outcome].flatMap { $0 > 0 ? "\($0) \(outcome.words)" : nil }
    }
    return words.isEmpty ? "nothing to mirror" : words.joined(separator: ", ")
  }

  /// An attempt that was only begun does not hide why the one before it proved nothing.
  init(of status: SiteStatus) {
    if let fault = status.fault, status.hasUnfinishedWalk || status.lastWalk?.wasPublished != true {
      (outcome, date, detail, reason) = (.failed, fault.at, fault.message, fault.reason)
    } else if status.hasUnfinishedWalk, status.lastWalk?.wasPublished ?? true {
      outcome = .unfinished
    } else if let walk = status.lastWalk {
      outcome =
        switch walk.verdict {
        case .complete: walk.wasPublished ? .complete : .incomplete
        case .unproven: .unproven
        case .incomplete: .incomplete
        }
      date = walk.finishedAt
      if !walk.reasons.isEmpty {
        detail = walk.reasons.map(\.advice).joined(separator: "; ")
        reason = walk.reasons.map(\.rawValue).joined(separator: " ")
      }
    } else {
      outcome = .neverTried
    }
  }
}

/// What `status SITE` says of one site: its last complete roster, what came of the last attempt, and what to do.
struct SiteReport {
  let site: KnownSite
  /// Of the same site.
  let status: SiteStatus
  /// What commands take for the site.
  let typed: String
  /// Whether runs for the scope read the site.
  let isInScope: Bool
  let now: Date
  /// Seconds after which a roster is stale.
  let staleAfter: TimeInterval
  var attempt: SiteAttempt { SiteAttempt(of: status) }

  /// Lines for a person.
  ///
  /// - Parameter columns: The width to which they are wrapped; nil for no limit.
  func text(columns: Int?) -> String {
    func entry(_ label: String, _ meaning: String?) -> String {
      meaning.map { TextBlock.entry(label, VisibleText.sanitized($0), columns ?? .max) } ?? ""
    }
    return VisibleText.sanitized("\(site.site.name) (\(typed))") + "\n"
      + entry("last complete reading", completeWords) + entry("published", publishedWords)
      + entry("last try", attemptWords) + entry("what to do", advice)
  }

  private var completeWords: String {
    guard let date = status.completeAt else { return "none" }
    return dated(date) + (status.verdict == .complete ? moderatorWords : "")
  }

  /// Of a roster that is not the last complete one.
  private var publishedWords: String? {
    guard let date = status.publishedAt, status.verdict != .complete else { return nil }
    return "unproven\((status.verdict?.grade).inBrackets), read \(dated(date))\(moderatorWords)"
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
    return attempt.outcome.words + date + (attempt.detail.map { ": \($0)\(reason)" } ?? "")
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
    let walk = status.lastWalk
    switch attempt.outcome {
    case .complete: return adviceAboutAge(sync)
    case .neverTried, .skipped:
      return isInScope ? "The next run reads it, and so does \(sync)." : "\(sync) reads it."
    case .unfinished: return "The next run resumes it, and so does \(sync)."
    case .failed: return "Run \(sync). If it fails again, \(adviceAboutFault)"
    // A roster that is as good as its list can prove it.
    case .unproven
    where walk?.wasPublished == true && walk?.reasons.allSatisfy { $0.highestGrade != nil } == true:
      return adviceAboutAge(sync)
    case .unproven where walk?.wasPublished == true: return "\(sync) reads it again."
    case .unproven:
      return
        "Run \(sync). If the total stays wrong, --accept-unproven publishes the roster and marks it as "
        + "unproven."
    case .incomplete where walk?.doubtsOnlySize == true:
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
    if let date = status.publishedAt, now.timeIntervalSince(date) > staleAfter {
      return "The roster is old: \(sync) reads it again."
    }
    return status.verdict == .complete
      ? "Nothing: the roster is complete."
      : "Nothing: the list of the site cannot prove more than it did."
  }

  private var adviceAboutFault: String {
    switch attempt.reason {
    case "refused", "no_method":
      "the API may have closed or renamed the site: add --refresh-sites."
    case "key_refused", "key_required", "access_denied": "check the key."
    case "proxy", "proxy_refused": "check the proxy."
    default: "the API or the network has a problem: try again tomorrow."
    }
  }
}

extension WalkStatus {
  /// Whether only the small number of people is doubted.
  fileprivate var doubtsOnlySize: Bool {
    !reasons.isEmpty && reasons.allSatisfy { [.emptyRoster, .suddenShrink].contains($0) }
  }
}

extension SiteReport {
  /// Read from an archive.
  ///
  /// - Throws: `ArchiveError`; `CommandFailure` (64) where the archive does not contain the site.
  init(
    _ site: KnownSite, in archive: ArchiveDatabase, now: Date,
    staleAfter: TimeInterval = StatusCommand.defaultStaleAfter
  ) throws {
    let ref = site.site.ref
    guard let status = try archive.status().sites.first(where: { $0.site == ref }) else {
      throw CommandFailure(unknownSite: ref.id.description, suggestions: [])
    }
    self.init(
      site: site, status: status, typed: try archive.typedNames().id(of: ref),
      isInScope: try archive.scope(of: ref.network).holds(site.site), now: now,
      staleAfter: staleAfter)
  }

  /// For `--json` and `--csv`; as in `sync --json`, the reason is the rules that failed or the fault of a request.
  var fields: [(name: String, type: View.ColumnType, cell: Cell)] {
    [
      ("network", .text, .text(site.site.network)), ("site", .text, .text(site.site.id)),
      ("name", .text, .text(site.site.name)), ("in_scope", .integer, .integer(isInScope ? 1 : 0)),
      ("moderators", .integer, Cell(status.moderators)),
      ("published_at", .time, Cell(status.publishedAt)),
      ("complete_at", .time, Cell(status.completeAt)),
      ("state", .text, .text(attempt.outcome.rawValue)), ("since", .time, Cell(attempt.date)),
      ("detail", .text, Cell(attempt.detail)), ("reason", .text, Cell(attempt.reason)),
      ("advice", .text, .text(advice)), ("grade", .text, Cell(status.verdict?.grade?.rawValue)),
    ]
  }
}
