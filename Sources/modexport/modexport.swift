import Glibc
import ModExportCommands

@main
enum ModExportProgram {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }
}
