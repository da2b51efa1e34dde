import ModExportCommands

@main
enum ModExport {
  static func main() async {}
}
