import Roster
import SampleNetwork
import Testing

/// One line of the table: what goes wrong, and how `sync` ends.
struct FaultRow: Sendable, CustomTestStringConvertible {
  /// As `modexport-sample serve --fault` takes them.
  var faults: [String]
  /// Of `sync`.
  var options: [String] = []
  var code: Int32 = 0
  var counts = Summary.Counts(complete: 4)
  /// Site and reason; a site that is no complete keeps its old roster, untouched.
  var problems: [SiteID: String] = [:]
  /// Sites whose old roster stays for another reason.
  var kept: [SiteID] = []
  /// Sites that are gone from the list.
  var closed: [SiteID] = []
  /// Whether the giant's roster is published as an empty one.
  var emptiesTheGiant = false

  var testDescription: String { (faults + options).joined(separator: " ") }

  /// The fault has no effect on the result, or it passes.
  static func harmless(_ fault: String, _ options: String...) -> Self {
    Self(faults: [fault], options: options)
  }

  /// The largest site cannot be fetched.
  static func fails(_ fault: String, as reason: String, _ options: String...) -> Self {
    Self(
      faults: [fault], options: options, code: 3, counts: .init(complete: 3, failed: 1),
      problems: ["giant": reason])
  }

  /// The giant's walk proves nothing.
  static func incomplete(_ fault: String, _ reasons: String) -> Self {
    Self(
      faults: [fault], code: 3, counts: .init(complete: 3, incomplete: 1),
      problems: ["giant": reasons])
  }

  /// Only the word of `total` is wrong.
  static func unproven(_ fault: String, _ reason: String) -> Self {
    Self(
      faults: [fault], code: 3, counts: .init(complete: 3, unproven: 1),
      problems: ["giant": reason])
  }

  static func unprovenButAccepted(_ fault: String) -> Self {
    Self(
      faults: [fault], options: ["--accept-unproven"],
      counts: .init(complete: 3, unproven: 1))
  }

  /// The run stops on purpose before any site is done.
  static func stops(_ fault: String, _ options: String...) -> Self {
    Self(
      faults: [fault], options: options, code: 75, counts: .init(skipped: 4), kept: Self.sites)
  }

  static let sites = ["giant", "serverfault", "stackoverflow", "superuser"]

  static let table = times + answers + limits + rosters + pages + bytes
}

extension FaultRow {
  private static let times: [Self] = [
    .harmless("latency=30ms"),
    .harmless("jitter=30ms"),
    .harmless("trickle=1ms"),
    .harmless("very-bad-network@serverfault"),
  ]

  private static let answers: [Self] = [
    .harmless("http500=5@giant"),
    .fails("http500@giant", as: "not_the_api"),
    .harmless("http503=1,1s@giant"),
    .fails("http503=0s@giant", as: "not_the_api"),
    .harmless("http429=5@giant"),
    .fails("http429@giant", as: "not_the_api"),
    .harmless("http403=5@giant"),
    .fails("http403@giant", as: "not_the_api"),
    .harmless("html200=5@giant"),
    .fails("html200@giant", as: "not_the_api"),
    .harmless("internal-error=3@giant"),
    .fails("internal-error@giant", as: "server"),
    .harmless("unavailable=1@giant"),
    .fails("unavailable@giant", as: "server"),
    .fails("site-error@giant", as: "refused"),
    .fails("redirect@giant", as: "redirected"),
    .harmless("key-in-query-refused"),
  ]

  private static let limits: [Self] = [
    .harmless("backoff=1,1s@users/moderators"),
    .harmless("lockout=1,1s@users/moderators"),
    .stops("lockout=1,600s@users/moderators"),
    .stops("quota=11", "--refresh-sites"),
  ]

  private static let rosters: [Self] = [
    .harmless("joins@giant"),
    .harmless("leaves@giant"),
    .harmless("swaps@giant"),
    .harmless("empty-roster=1@giant"),
    .incomplete("empty-roster@giant", "empty_roster"),
    Self(
      faults: ["empty-roster@giant"], options: ["--accept-shrink"], emptiesTheGiant: true),
    Self(
      faults: ["site-vanishes@serverfault"], options: ["--refresh-sites"],
      counts: .init(complete: 3), kept: ["serverfault"],
      closed: ["serverfault"]),
    // Every site is read, but which sites are missing from the list is unknown.
    Self(faults: ["sites-cut=1"], options: ["--refresh-sites"], code: 3),
    Self(faults: ["sites-short=2"], options: ["--refresh-sites"], code: 3),
  ]

  private static let pages: [Self] = [
    .harmless("short-page@giant"),
    .harmless("empty-page@giant"),
    .harmless("lost-items=1@giant"),
    .incomplete("lost-items@giant", "total_mismatch not_repeated"),
    .harmless("duplicate=1@giant"),
    .incomplete("duplicate@giant", "duplicate_user not_repeated"),
    .unproven("total-wrong@giant", "total_mismatch"),
    .unprovenButAccepted("total-wrong@giant"),
    .unproven("total-missing@giant", "total_missing"),
    .unprovenButAccepted("total-missing@giant"),
    .unproven("total-changes@giant", "total_changed"),
    .unprovenButAccepted("total-changes@giant"),
    .incomplete("more-stuck@giant", "has_more_chain not_repeated"),
    .harmless("more-early=1@giant"),
    .incomplete("more-early@giant", "total_mismatch not_repeated"),
  ]

  private static let bytes: [Self] = [
    .harmless("null-fields"),
    .harmless("unknown-values"),
    .harmless("double-escape"),
    .harmless("decomposed"),
    .harmless("deprecation"),
    .harmless("sunset"),
    .harmless("malformed-json=1@giant"),
    .fails("malformed-json@giant", as: "undecodable"),
    .harmless("content-type"),
    .harmless("uncompressed"),
    .harmless("gzip-cut=1@giant"),
    .fails("gzip-cut@giant", as: "cut_short"),
    .fails("gzip-bomb@giant", as: "too_large"),
    .harmless("reset=1@giant"),
    .fails("reset@giant", as: "connection"),
    .harmless("body-cut=1@giant"),
    .fails("body-cut@giant", as: "cut_short"),
    .harmless("stall=1@giant", "--timeout", "1s"),
    .fails("stall@giant", as: "timeout", "--timeout", "1s", "--retries", "1"),
    .fails("endless@giant", as: "too_large", "--timeout", "60s"),
  ]
}
