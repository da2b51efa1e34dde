package import ArgumentParser

/// The program's version, in `--version` and in the `User-Agent` of requests.
package let modexportVersion = "0.2.0"

/// `modexport`, which holds the subcommands.
package struct ModExport: GuidedCommand {
  package static let configuration = CommandConfiguration(
    commandName: "modexport",
    abstract: "Keeps an offline archive of who moderates which community.",
    version: VersionText.ofThisProgram.line,
    groupedSubcommands: [
      CommandGroup(
        name: "Mirror sites",
        subcommands: [MirrorCommand.self, SyncCommand.self, ScopeCommand.self]
      ),
      CommandGroup(
        name: "Look into the archive",
        subcommands: [
          SearchCommand.self, ShowCommand.self, ListCommand.self, SitesCommand.self,
          PeopleCommand.self, ChangesCommand.self, SQLCommand.self, ReportCommand.self,
          ExportCommand.self,
        ]),
      CommandGroup(
        name: "Watch over it",
        subcommands: [StatusCommand.self, VerifyCommand.self]),
      CommandGroup(
        name: "Keep it", subcommands: [BackupCommand.self, PruneCommand.self, HelpCommand.self]),
    ])

  package static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Mirror all main sites, verify the archive, and write the report", "modexport mirror --all"),
      CommandGuide.Example(
        "Find a moderator, without a network", #"modexport search "sean obrien""#),
      CommandGuide.Example("Show what is old, incomplete or missing", "modexport status"),
    ],
    exits: Set(ExitStatus.allCases), variables: EnvironmentVariable.ofRequests + [.timeZone],
    files: [
      .lock, .report,
      NamedFile(
        "/etc/default/modexport", "The variables of the Debian package's nightly job."),
    ]
      + NetworkRegistry.standard.entries.compactMap(\.credentialName).map { name in
        NamedFile(
          "/etc/modexport/\(name)",
          "The API key of that job. Only root needs to be able to read it.")
      } + [NamedFile("/var/lib/modexport", "The archive and the report of that job.")])

  package init() {}
}
