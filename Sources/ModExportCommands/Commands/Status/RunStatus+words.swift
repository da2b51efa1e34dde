import Archive
import FoundationEssentials
import Roster
import Sync

extension RunStatus {
  /// Why the run ended early or failed, as a part of a sentence.
  var reasonWords: String {
    let until = until.map { " until \($0.rfc3339)" } ?? ""
    return switch reason {
    case "quota": "the quota was down to its reserve\(until)"
    case "locked_out": "the API refuses requests\(until)"
    case "request_limit": "--max-requests was reached"
    case "unanswered": "the API did not answer\(until)"
    case "filter_refused": "the API refused the archive's filter"
    case "unreachable": "no request succeeded"
    case "wrong_clock": "this machine's clock and the API's disagreed"
    case "future_roster": "the newest roster is dated in the future"
    case "key_refused": "the API refused the key"
    case "no_sites": "the list of sites could not be fetched"
    case "mass_departure": "most moderators of most sites were gone"
    case "elected": "it is not known who was elected"
    case .some(let reason): reason
    case nil:
      outcome == SyncSummary.RunOutcome.unreachable.rawValue
        ? "no request succeeded" : "its last message said why"
    }
  }

  /// Whether other checks say all that is wrong with a run that ended with problems.
  var hasOnlySiteProblems: Bool { ["never_mirrored", "sites_incomplete", nil].contains(reason) }
}

extension TimeInterval {
  /// An age, such as `3 d 4 h`, `12 min` or `45 s`.
  var ageWords: String {
    let seconds = Int(clamping: Int64(max(0, min(self, 1e15)).rounded()))
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
    if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
    return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
  }
}

extension Int {
  /// A number of bytes, such as `4.1 MB` or `700 B`.
  var byteWords: String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    where self >= unit {
      return "\((Double(self) / Double(unit)).tenths) \(name)"
    }
    return "\(self) B"
  }
}
