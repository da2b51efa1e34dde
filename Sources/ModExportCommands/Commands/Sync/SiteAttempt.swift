import Archive
import FoundationEssentials
import Roster

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
    /// The site says that nothing can have changed since its roster was read.
    case unchanged
    /// The run did not read the site.
    case skipped
    /// The run ended before all pages were read.
    case unfinished
    /// No run has tried yet.
    case neverTried = "never_tried"

    var words: String { self == .neverTried ? "never tried" : rawValue }
  }

  /// Sites by outcome, such as "12 complete, 1 failed"; "nothing to mirror" where there are none.
  static func counted(_ counts: [Outcome: Int]) -> String {
    let words = Outcome.allCases.compactMap { outcome in
      counts[outcome].flatMap { $0 > 0 ? "\($0) \(outcome.words)" : nil }
    }
    return words.isEmpty ? "nothing to mirror" : words.joined(separator: ", ")
  }

  /// An attempt that was only begun does not hide why the one before it proved nothing.
  init(of status: KnownSite) {
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

  /// As the run's own summary says it: the outcome, then the detail and the reason.
  func words(dated: (Date) -> String) -> String {
    let reason = reason.map { " (\($0))" } ?? ""
    return outcome.words + (date.map { ", \(dated($0))" } ?? "")
      + (detail.map { ": \($0)\(reason)" } ?? "")
  }

  /// Why the archive has no roster, as a part of a sentence; nil where no run has tried.
  var reasonForNone: String? {
    switch outcome {
    case .neverTried, .complete, .unchanged, .skipped: nil
    case .unfinished: "the last run ended before all pages were read"
    case .unproven, .incomplete, .failed:
      "the last try \(outcome == .failed ? "failed" : "was \(outcome.words)")"
        + (detail.map { " (\($0))" } ?? "")
    }
  }
}
