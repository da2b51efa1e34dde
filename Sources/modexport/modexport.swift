import Glibc
import ModExportCommands

@main
enum ModExportProgram {
  static func main() async {
    exit(await runProcess())
  }
}
