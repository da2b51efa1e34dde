import Glibc
import ModExportCommands
import SampleCommands

@main
enum SampleMain {
  static func main() async {
    exit(await runProcess(root: SampleProgram.self))
  }
}
