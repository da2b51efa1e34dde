import ArgumentParser
import TestKit
import Testing

@testable import ModExportCommands

struct SettingsTests {
  static let retries: [(option: Int?, variable: String?, Int)] = [
    (nil, nil, 5), (nil, "", 5), (nil, "4", 4), (6, "4", 6), (6, "bad", 6),
  ]

  @Test(arguments: retries)
  func anOptionGoesBeforeTheEnvironment(option: Int?, variable: String?, value: Int) throws {
    let given = option.map { ["--retries", "\($0)"] } ?? []
    let environment = variable.map { ["MODEXPORT_RETRIES": $0] } ?? [:]
    let words = try RequestSettings.all.arguments(besides: given, in: environment)
    #expect(try SyncNetworkOptions.parse(words + given).retries == value)
  }

  @Test func aBadVariableIsNamed() {
    let failure = #expect(throws: CommandFailure.self) {
      try RequestSettings.all.arguments(besides: [], in: ["MODEXPORT_MAX_WAIT": "5"])
    }
    #expect(
      failure
        == CommandFailure(
          .usage,
          "The value '5' of $MODEXPORT_MAX_WAIT is invalid: give a number and a unit, such as 500ms, "
            + "90s, 5m, 12h or 7d."))
  }

  @Test(arguments: [("true", true), ("off", false)])
  func aSwitchIsTurnedOnAndOff(value: String, isOn: Bool) throws {
    let words = try SyncSettings.all.arguments(besides: [], in: ["MODEXPORT_ELECTED": value])
    #expect(words == [isOn ? "--elected" : "--no-elected"])
    #expect(try SyncScopeOptions.parse(words).elected == isOn)
    // What the command line says counts.
    for given in ["--elected", "--no-elected"] {
      let none = try SyncSettings.all.arguments(
        besides: [given], in: ["MODEXPORT_ELECTED": value])
      #expect(none == [])
    }
  }

  /// Options without a variable: what the user accepts, or asks for, in one run only.
  static let ofOneRun: Set<String> = [
    "accept-shrink", "adopt-api", "all", "deposit", "dry-run", "json", "meta", "network",
    "redate", "refresh-sites",
  ]

  /// What `--help` lists as options of a command.
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
    let known = settings.union(Self.ofOneRun).union(["help", "version", "set"])
    #expect(names.filter { !known.contains($0) && !$0.hasPrefix("no-") } == [])
    #expect(settings.subtracting(names) == [])
    #expect(settings.isDisjoint(with: Self.ofOneRun))
  }

  @Test func everyDefaultIsAValueOfItsSetting() {
    for setting in SettingList.all {
      if let text = setting.defaultText { #expect(throws: Never.self) { try setting.check(text) } }
    }
  }

  @Test func theManualListsEverySetting() throws {
    let page = try ManualPage("Configuring")
    for setting in SettingList.all {
      let text = setting.defaultText.map { "`\($0)`" } ?? ""
      let row = "| `--\(setting.name)` | `\(setting.variable)` | \(text) | \(setting.help) |"
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

  @Test func everyNumberOfDaysIsWrittenAsItIsRead() throws {
    for days in 1...10_000 {
      #expect(try Duration(option: "\(days)d").optionText == "\(days)d")
    }
  }

  /// Each option of `sync --help` has one line on a terminal of 80 columns, and its name perhaps one before.
  @Test func syncHasFewOptionsOfOneLineEach() {
    func entries(_ command: any ParsableCommand.Type) -> [String] {
      command.helpMessage(columns: 80).matches(of: /(?m)^  (--.*\n(?: {26}.*\n)*)/).map {
        String($0.1)
      }
    }
    let own = Set(entries(SyncCommand.self)).subtracting(entries(ScopeCommand.self))
    #expect((20...30).contains(own.count))
    for entry in own {
      let lines = entry.split(separator: "\n").count
      #expect(lines == 1 || lines == 2 && !entry.prefix { $0 != "\n" }.contains("  "), "\(entry)")
    }
  }
}
