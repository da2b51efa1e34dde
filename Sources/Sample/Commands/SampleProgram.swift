package import ArgumentParser
import ModExportCommands

/// `modexport-sample`, which holds the commands for trials and tests.
package struct SampleProgram: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "modexport-sample",
    abstract: "Sample networks and archives to try modexport on, and checks of the live API.",
    discussion: """
      Examples:
        Serve the sample network:
          modexport-sample serve --port 8200
        Make an archive with two years of history:
          modexport-sample archive sample.sqlite
        Compare the API with what modexport assumes of it:
          modexport-sample probe
      """ + ExitStatus.list(ExitStatus.ofRequests),
    version: "modexport-sample \(modexportVersion)",
    subcommands: [ServeCommand.self, ArchiveCommand.self, ProbeCommand.self])

  package init() {}
}
