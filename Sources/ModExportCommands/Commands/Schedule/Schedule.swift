import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Sync

/// `modexport schedule`
struct ScheduleCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Prints a crontab line or systemd units that run `modexport mirror` each night.",
    discussion: """
      Nothing is installed: the text is printed. It takes the options of `modexport mirror`, checks them, and puts \
      them into the text, with the absolute paths of this program, of the archive, of \
      the report and of the configuration file that count now, and with the values of variables such as \
      $MODEXPORT_RATE, which a scheduled run does not have. Secrets are left out.

      Without --at, the job runs at a minute between 03:00 and 05:59. The minute is always the same on this \
      machine for this user, and differs from that of others, because the API would be slow if everybody \
      asked at the same time.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Add the nightly job to your crontab, at half past three",
        "(crontab -l; modexport schedule --print cron --at 03:30) | crontab -"),
      CommandGuide.Example(
        "Also write a report for a web server, and keep 30 copies",
        "modexport schedule --print cron --output /srv/www/moderators --backup /mnt/copies --backup-copies 30"
      ),
      CommandGuide.Example("Show the units for systemd", "modexport schedule --print systemd"),
      CommandGuide.Example(
        "Run the nightly job by a timer of your own service manager",
        """
        mkdir -p ~/.config/systemd/user
        modexport schedule --print service > ~/.config/systemd/user/modexport.service
        modexport schedule --print timer > ~/.config/systemd/user/modexport.timer
        systemctl --user enable --now modexport.timer
        """),
    ],
    exits: ExitStatus.ofAnyCommand)

  @Option(name: .customLong("print"), help: ArgumentHelp("What to print.", valueName: "kind"))
  var kind: ScheduleKind
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "When the job runs each night, in the time zone of cron or systemd, such as 03:30; without it at a "
        + "minute between 03:00 and 05:59.", valueName: "time"),
    transform: NightlyTime.init(option:))
  var time: NightlyTime?
  @OptionGroup var selection: SiteSelection
  @OptionGroup(title: "What to mirror") var everyRun: SyncRunOptions
  @OptionGroup(title: "Requests") var network: SyncNetworkOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Further steps") var steps: MirrorOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let place = try SchedulePlace.ofProcess()
    let settings = context.settings.giving(
      everyRun.texts + network.texts + report.texts + steps.texts)
    // What a scheduled run would refuse is refused now.
    let parts = try SyncSetup.accesses(selection, network, in: context)
    for part in parts { try checkNames(part.selection.names, of: part.entry.id, in: context) }
    let steps = try MirrorSteps(steps, in: context)
    let job = try ScheduledJob(
      in: place, archive: context.archivePath, settings, sites: selection.arguments)
    try context.results.write(
      try kind.text(of: job, at: time ?? NightlyTime(of: place), forRoot: place.userID == 0))
    try context.results.flush()
    noteWhatIsMissing(from: job, in: context)
    let check = ScheduleCheck(
      place: place, selection: selection, steps: steps, networks: parts.map(\.access.network),
      output: try settings.value(of: ReportSettings.output, option: nil))
    for sentence in check.sentences(in: context) { context.note(sentence) }
    context.note(kind.instruction(forRoot: place.userID == 0))
    return .done
  }

  /// Throws `CommandFailure` (64) where the archive's list of sites shows that a name means no site.
  private func checkNames(
    _ typed: [String], of network: NetworkID, in context: CommandContext
  ) throws {
    let names = typed.filter { !$0.contains("://") }
    guard !names.isEmpty else { return }
    do {
      try context.readArchive { archive in
        guard try archive.latestSiteList(of: network) != nil else { return }
        for name in names { _ = try archive.site(meaning: name) }
      }
    } catch is ArchiveError {
      // The job may create the archive.
    }
  }

  /// Names the variables that count now, but not in a scheduled run.
  private func noteWhatIsMissing(
    from job: ScheduledJob, in context: CommandContext
  ) {
    func isSet(_ variable: String) -> Bool { !(context.environment[variable] ?? "").isEmpty }
    for keyVariable in context.networks.entries.compactMap(\.keyVariable) where isSet(keyVariable) {
      context.note(
        "The value of $\(keyVariable) is secret and not part of it: put the key in a file, and name the "
          + "file as key-file in the configuration file.")
    }
    for variable in job.secrets {
      context.note(
        "The value of $\(variable) is secret and not part of it: put it in the configuration file.")
    }
    let ofMessages = GlobalSettings.all.filter { $0.name != GlobalSettings.archive.name }
    for variable in Self.connectionVariables + ofMessages.map(\.variable) where isSet(variable) {
      context.note(
        "$\(variable) is set now, but not part of it: set it in the crontab or unit as well.")
    }
  }

  /// What the connection to the API depends on; it is not a setting, and may contain a password.
  private static let connectionVariables = [
    "https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    "SSL_CERT_FILE",
  ]
}

/// What `modexport schedule` prints.
enum ScheduleKind: String, CaseIterable, ExpressibleByArgument {
  case cron
  /// Both units, one after the other.
  case systemd
  case service
  case timer

  /// - Throws: `CommandFailure` (64) where the job has a text that the scheduler cannot run.
  func text(
    of job: ScheduledJob, at time: NightlyTime, forRoot: Bool
  ) throws(CommandFailure) -> String {
    let folder = Self.unitFolder(forRoot: forRoot)
    return switch self {
    case .cron: Crontab.line(of: job, at: time)
    case .service: try SystemdUnits.service(of: job, forRoot: forRoot)
    case .timer: SystemdUnits.timer(at: time)
    case .systemd:
      """
      # \(folder)/modexport.service
      \(try SystemdUnits.service(of: job, forRoot: forRoot))
      # \(folder)/modexport.timer
      \(SystemdUnits.timer(at: time))
      """
    }
  }

  /// What to do with the text.
  func instruction(forRoot: Bool) -> String {
    let folder = Self.unitFolder(forRoot: forRoot)
    let systemctl = forRoot ? "systemctl" : "systemctl --user"
    let lingering =
      forRoot ? "" : " `loginctl enable-linger` lets the timer run while you are not logged in."
    return switch self {
    case .cron: "Add the line to your crontab with `crontab -e`."
    case .service: "Write it to \(folder)/modexport.service; --print timer prints what starts it."
    case .timer:
      "Write it to \(folder)/modexport.timer beside modexport.service, then run "
        + "`\(systemctl) daemon-reload` and `\(systemctl) enable --now modexport.timer`.\(lingering)"
    case .systemd:
      "Write each unit to the file above it (--print service and --print timer print one of them), then run "
        + "`\(systemctl) daemon-reload` and `\(systemctl) enable --now modexport.timer`.\(lingering)"
    }
  }

  private static func unitFolder(forRoot: Bool) -> String {
    forRoot ? "/etc/systemd/system" : "~/.config/systemd/user"
  }
}
