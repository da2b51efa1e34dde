package import Archive
import FoundationEssentials
import Reports
import Roster
package import Sync
import Tables
package import Transport

/// Why a command failed: an exit code for scripts, a sentence for people.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// How the program ends.
  package var status: ExitStatus
  /// One clear sentence that names the value at fault and what to do. Nothing secret.
  package var sentence: String
  /// The underlying error, as the system or SQLite reports it.
  package var cause: String?

  /// Makes a failure with its code and its sentence.
  package init(_ status: ExitStatus, _ sentence: String, cause: String? = nil) {
    self.status = status
    self.sentence = sentence
    self.cause = cause
  }

  package var description: String {
    guard let cause, !cause.isEmpty else { return sentence }
    return "\(sentence) (\(cause))"
  }
}

extension CommandFailure {
  /// The failure for any error.
  init(of error: any Error) {
    self = CommandFailure(translating: error) ?? CommandFailure(.failed, String(describing: error))
  }

  /// The end of a program that a signal stopped.
  init(signal: CInt) {
    self.init(ExitStatus(signal: signal), "Stopped; everything fetched so far is kept.")
  }

  /// The failure for an error of the layers below; nil if there is no entry for that error.
  init?(translating error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as SyncFailure: self.init(failure)
    case let failure as StreamFailure:
      self.init(
        .cannotWrite, "Cannot write to \(failure.stream): make room or choose another place.",
        cause: failure.reason)
    case let error as ArchiveError: self.init(error)
    case let error as TooFewDescriptors:
      self.init(
        .failed,
        "The program may have \(error.limit) files open and needs \(error.needed) for its requests: raise the limit, as "
          + "with `ulimit -n \(error.needed)`.")
    case let error as FolderError:
      let advice =
        error.code == .foreignFolder
        ? "; choose another folder, or move it away" : ""
      self.init(error.code == .busy ? .stoppedEarly : .cannotWrite, "\(error)\(advice).")
    case is CancellationError:
      self.init(.interrupted, "Stopped; everything fetched so far is kept.")
    default: return nil
    }
  }
}

extension CommandFailure {
  /// The message and exit code of a failure of the archive, with what to do about it.
  package init(_ error: ArchiveError) {
    var sentence = error.description
    if let remedy = error.remedy {
      sentence =
        "\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence); \(remedy.advice)."
    }
    self.init(error.code.status, sentence)
  }
}

extension ArchiveError.Remedy {
  /// What to do, as the end of a sentence.
  fileprivate var advice: String {
    switch self {
    case .makeArchive: "`modexport sync` makes one"
    case .fillFile: "`modexport sync` makes an archive of it"
    case .waitForOthers: "try again when it has finished"
    case .verifyAndRestore:
      "run `modexport verify`, then restore it from a copy or sync into a new one"
    case .rebuildIndex: "`modexport verify --rebuild` rebuilds it from the tables"
    case .restore: "restore the file from a copy, or sync into a new one"
    case .otherProgram: "use the modexport that wrote it, or sync into a new archive"
    case .askForElected: "sync --elected asks again"
    case .useCursorOfPage: "take one that `modexport changes` printed"
    case .replaceOther: "choose another file, or use --force to replace it"
    case .seeFindings: "`modexport verify` lists them"
    case .withholdAgain: "withhold them again with `modexport withhold`"
    }
  }
}

extension ArchiveError.Code {
  /// The exit status of a program that cannot continue without the archive.
  fileprivate var status: ExitStatus {
    switch self {
    case .notFound, .notAnArchive, .otherFormat, .foreignSchema, .unreadable: .noArchive
    case .inUse: .stoppedEarly
    case .unwritable: .cannotWrite
    case .unknown, .badCursor, .badQuery, .unusablePath, .otherAPI, .withholds: .usage
    case .unproven, .unfit, .damaged, .failed: .failed
    }
  }
}

extension CommandFailure {
  /// The messages and exit codes for runs that failed as a whole.
  package init(_ failure: SyncFailure) {
    switch failure {
    case .noSites(let fault):
      self.init(
        .unreachable,
        "The list of sites could not be fetched: \(fault.message); \(fault.advice).")
    case .keyRefused(let fault, let origin):
      self.init(
        .failed,
        "The API refuses the key of \(origin): \(fault.message); check it, or get one at "
          + "https://stackapps.com/apps/oauth/register.")
    case .notPrepared(let fault, let noun):
      self.init(.failed, "The API did not create a \(noun): \(fault.message); \(fault.advice).")
    case .unknownSite(let text, let suggestions):
      self.init(unknownSite: text, suggestions: suggestions)
    case .ambiguousSite(let text, let sites): self.init(ambiguous: text, sites)
    case .otherAPI(let api, let known):
      self.init(
        .usage,
        "This archive was mirrored from \(known); \(api) is another API: name the archive's own with "
          + "--api-url\(Self.address(of: known)), or use another --archive, or --adopt-api if the API moved."
      )
    case .wrongClock, .contradictedClock, .futureRoster:
      self.init(.failed, failure.clockSentence)
    case .noScope:
      self.init(.usage, "The archive has no scope yet: name sites, or use --all.")
    }
  }

  /// The address of an API behind `--api-url`, as far as its identity tells it.
  private static func address(of identity: String) -> String {
    if APIIdentity.isSampleNetwork(identity) {
      return " (the address that `modexport-sample serve` prints)"
    }
    return NetworkRegistry.standard.addresses[identity].map { " \($0)" } ?? " (on \(identity))"
  }

  /// A name that matches no site, with suggestions.
  init(unknownSite text: String, suggestions: [Site]) {
    let text = text.contains("@") ? WebAddress.withoutSecrets(text) : text
    self.init(.usage, "There is no site '\(text)'. \(Self.hint(suggestions))")
  }

  /// A name of several sites, each of which has another name.
  init(ambiguous text: String, _ sites: [Site]) {
    let named = sites.prefix(Self.mostNamed).map { "'\($0.ref)'" }
    let more = sites.count > named.count ? ", or \(sites.count - named.count) more" : ""
    self.init(
      .usage,
      "\(sites.count.counted("site is", "sites are")) called '\(text)': name \(named.joined(separator: " or "))\(more)."
    )
  }

  /// The most sites that a message names.
  private static let mostNamed = 5

  /// What to do about a name that matches no site.
  static func hint(_ suggestions: [Site]) -> String {
    let hasSeveralNetworks = Set(suggestions.map(\.network)).count > 1
    let names = suggestions.map { hasSeveralNetworks ? "'\($0.ref)'" : "'\($0.id)'" }
    return names.isEmpty
      ? "`modexport sites` lists those that are known."
      : "Did you mean \(names.joined(separator: " or "))?"
  }
}

extension SyncFailure {
  /// What is wrong with this machine's clock, or was; empty for another failure.
  fileprivate var clockSentence: String {
    switch self {
    case .wrongClock(let ours, let theirs):
      "This machine's clock shows \(ours.rfc3339), the API's \(theirs.rfc3339): set the clock, then run "
        + "sync again."
    case .contradictedClock(let ours, let theirs, let servers):
      "This machine's clock shows \(ours.rfc3339), and "
        + (servers == 1
          ? "the only server that tells the time \(theirs.rfc3339): one of them is wrong. If it is this machine's, "
          : "\(servers) servers \(theirs.rfc3339): ")
        + "set the clock, then run sync again."
    case .futureRoster(let site, let readAt, let now):
      "The newest roster, that of \(site.id), is dated \(readAt.rfc3339), and now is \(now.rfc3339), "
        + "more than 5 seconds earlier: a clock was wrong. `modexport sync --redate` corrects such dates."
    default: ""
    }
  }
}

extension Fault {
  /// What to check, as the end of a sentence.
  var advice: String { isOfProxy ? "check the proxy" : "check --api-url" }

  /// Whether the API cannot be blamed, because no request reached it.
  package var isOfProxy: Bool { kind == .proxy || kind == .proxyRefused }
}

extension Verdict.Reason {
  /// The rule that does not hold and, where an option of `sync` gets around it, that option.
  var advice: String {
    switch self {
    case .suddenShrink, .emptyRoster: return "\(words); --accept-shrink publishes it"
    case .otherSite:
      return "\(words); --accept-shrink publishes it, and `modexport scope --move` goes back"
    case .lowerGrade: return "\(words); --accept-unproven publishes it"
    case .missingPage, .hasMoreChain, .totalMissing, .totalChanged, .totalMismatch, .emptyRole,
      .duplicateUser, .notRepeated, .totalMayBeOld, .totalDiffers, .unpagedList:
      return words
    }
  }
}
