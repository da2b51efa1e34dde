package import ArgumentParser

/// The program's version, in `--version` and in the `User-Agent` of requests.
package let modexportVersion = "1.0.0"

/// `modexport`, which holds the subcommands.
package struct ModExport: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "modexport",
    abstract: "Keeps an offline archive of who moderates which community.",
    discussion: """
      Examples:
        Mirror all main sites, verify the archive, and write the report:
          modexport mirror --all
        Find a moderator, without a network:
          modexport search "sean obrien"
        Show what is old, incomplete or missing:
          modexport status

      `modexport help TOPIC` explains: \(HelpTopic.all.map(\.name).joined(separator: ", ")).

      The archive is the file \(GlobalSettings.archive.defaultText ?? "") in the current folder, unless --archive or \
      $MODEXPORT_ARCHIVE names another. The nightly job of the Debian package reads its variables from \
      /etc/default/modexport and its API key from /etc/modexport, and writes to /var/lib/modexport.
      """,
    version: VersionText.ofThisProgram.line,
    groupedSubcommands: [
      CommandGroup(
        name: "Mirror sites",
        subcommands: [
          MirrorCommand.self, SyncCommand.self, ScopeCommand.self, BackfillCommand.self,
        ]
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
        name: "Keep it",
        subcommands: [
          BackupCommand.self, MergeCommand.self, PruneCommand.self, WithholdCommand.self,
        ]),
    ])

  package init() {}
}
