package import ArgumentParser
package import ModExportCommands

/// `modexport-sample`, which holds the commands for trials and tests.
package struct SampleProgram: GuidedCommand {
  package static let configuration = CommandConfiguration(
    commandName: "modexport-sample",
    abstract: "Sample networks and archives to try modexport on, and checks of the live API.",
    version: "modexport-sample \(modexportVersion)",
    subcommands: [ServeCommand.self, ArchiveCommand.self, ProbeCommand.self])

  package static let guide = CommandGuide(
    [
      CommandGuide.Example("Serve the sample network", "modexport-sample serve --port 8200"),
      CommandGuide.Example(
        "Make an archive with two years of history", "modexport-sample archive sample.sqlite"),
      CommandGuide.Example(
        "Compare the API with what modexport assumes of it", "modexport-sample probe"),
    ],
    exits: ExitStatus.ofRequests, variables: EnvironmentVariable.ofRequests)

  package init() {}
}
