import Foundation
import PackagePlugin

/// Writes down, before each build, which commit and which Swift the program is built from.
///
/// `Context.gitInformation` in the manifest would be simpler, but SwiftPM keeps what a manifest
/// returned, and would give the commit of an earlier build.
@main
struct RecordCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) -> [Command] {
    let folder = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL
    return [
      .prebuildCommand(
        displayName: "Recording the commit", executable: URL(filePath: "/bin/sh"),
        arguments: [
          folder.appending(path: "scripts/record-commit").path(percentEncoded: false),
          folder.path(percentEncoded: false), output.path(percentEncoded: false),
        ],
        outputFilesDirectory: output)
    ]
  }
}
