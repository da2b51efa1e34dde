import Glibc
import ModExportCommands
import SampleCommands

@main
enum SampleMain {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst()), root: SampleProgram.self))
  }
}
