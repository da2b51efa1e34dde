package import ArgumentParser

/// The program's version, in `--version` and in the `User-Agent` of requests.
package let modexportVersion = "0.2.0"

/// `modexport`, which holds the subcommands.
package struct ModExport: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "modexport",
    abstract: "Keeps an offline archive of who moderates which community.",
    version: VersionText.ofThisProgram.line,
    subcommands: [
      SyncCommand.self, MirrorCommand.self, ScopeCommand.self, SitesCommand.self,
      ListCommand.self, SearchCommand.self, ShowCommand.self, PeopleCommand.self,
      ChangesCommand.self, VerifyCommand.self, ReportCommand.self, StatusCommand.self,
      ProbeCommand.self, PruneCommand.self, BackupCommand.self, ConfigCommand.self,
      ScheduleCommand.self, SampleAPICommand.self,
    ])

  package init() {}
}
