import ArgumentParser
import FoundationEssentials
import TestKit
import Testing

@testable import ModExportCommands

struct SettingsTests {
  static let rates: [(option: Int?, variable: String?, file: String?, Int, SettingSource)] = [
    (nil, nil, nil, 20, .usual),
    (nil, "", "", 20, .usual),
    (nil, nil, "rate: 3", 3, .file(key: "rate", path: "c", line: 1)),
    (nil, "4", "rate: 3", 4, .variable("MODEXPORT_RATE")),
    (5, "4", "rate: 3", 5, .option("rate")),
  ]

  @Test(arguments: rates)
  func anOptionGoesBeforeTheEnvironmentAndThatBeforeTheFile(
    option: Int?, variable: String?, file: String?, value: Int, source: SettingSource
  ) throws {
    let settings = Settings(
      environment: variable.map { ["MODEXPORT_RATE": $0] } ?? [:],
      file: try file.map { try ConfigurationFile($0, path: "c") })
    #expect(try settings.value(of: RequestSettings.rate, option: option) == value)
    #expect(settings.source(of: RequestSettings.rate.setting, option: option) == source)
  }

  @Test func aBadVariableIsNamed() {
    let settings = Settings(environment: ["MODEXPORT_MAX_WAIT": "5"])
    let failure = #expect(throws: CommandFailure.self) {
      try settings.value(of: RequestSettings.maxWait, option: nil)
    }
    #expect(
      failure
        == CommandFailure(
          .usage,
          "The value '5' of $MODEXPORT_MAX_WAIT is invalid: give a number and a unit, such as 500ms, "
            + "90s, 5m, 12h or 7d."))
  }

  /// What `--help` lists as options of the commands that a configuration file serves.
  static func optionNames(of command: any ParsableCommand.Type) -> Set<String> {
    let words = command.helpMessage(includeHidden: true, columns: 200)
      .split { $0.isWhitespace || "/,.;:[]`".contains($0) }
    return Set(words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) })
  }

  @Test func everyOptionIsASettingOrForOneRun() {
    let commands: [any ParsableCommand.Type] = [
      SyncCommand.self, MirrorCommand.self, ReportCommand.self,
    ]
    let names = commands.map(Self.optionNames).reduce(into: Set()) { $0.formUnion($1) }
    let settings = Set(SettingList.all.map(\.name))
    let known = settings.union(SettingList.ofOneRun).union(["help", "version", "set"])
    #expect(names.filter { !known.contains($0) && !$0.hasPrefix("no-") } == [])
    #expect(settings.subtracting(names) == [])
    #expect(settings.isDisjoint(with: SettingList.ofOneRun))
  }

  @Test func everyDefaultIsAValueOfItsSetting() throws {
    for setting in SettingList.all {
      let (text, source) = try setting.resolved(in: Settings())
      #expect(source == .usual)
      if let text { #expect(throws: Never.self) { try setting.check(text) } }
    }
  }

  @Test func theManualListsEverySetting() throws {
    let page = try ManualPage("Configuring")
    for setting in SettingList.all {
      let usual = try setting.resolved(in: Settings()).text.map { "`\($0)`" } ?? ""
      let row = "| `\(setting.name)` | \(usual) | \(setting.help) |"
      #expect(page.text.contains(row), "\(row)")
    }
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.milliseconds(500), "500ms"), (.seconds(90), "90s"),
    (.seconds(60), "1m"),
    (.seconds(86_400), "1d"), (.seconds(90_000), "25h"), (.milliseconds(1_500), "1500ms"),
  ])
  func aDurationIsWrittenAsItIsRead(duration: Duration, text: String) throws {
    #expect(duration.optionText == text)
    #expect(try Duration(option: text) == duration)
  }

  @Test func theFileIsFoundWhereXDGSaysElseInHome() throws {
    try withTemporaryFolder { folder in
      let file = "\(folder)/modexport/config.yaml"
      try FileManager.default.createDirectory(
        atPath: "\(folder)/modexport", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: "\(folder)/home/.config/modexport", withIntermediateDirectories: true)
      let home = "\(folder)/home/.config/modexport/config.yaml"
      try Data("rate: 1".utf8).write(to: URL(filePath: home))
      let environment = ["XDG_CONFIG_HOME": folder, "HOME": "\(folder)/home"]
      #expect(ConfigurationFile.usualPath(in: environment) == nil)
      #expect(ConfigurationFile.usualPath(in: ["HOME": "\(folder)/home"]) == home)
      #expect(
        ConfigurationFile.usualPath(in: ["XDG_CONFIG_HOME": "x", "HOME": "\(folder)/home"]) == home)
      try Data("rate: 2".utf8).write(to: URL(filePath: file))
      #expect(ConfigurationFile.usualPath(in: environment) == file)
      #expect(ConfigurationFile.usualPath(in: [:]) == nil)
    }
  }
}
