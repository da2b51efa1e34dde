import FoundationEssentials

/// `modexport mirror` with the arguments that make it work from any folder and environment as it would now.
struct ScheduledJob: Hashable, Sendable {
  /// The absolute path of the program.
  let program: String
  let arguments: [String]
  /// Variables whose values count now, but are secret, so that they are not among the arguments.
  let secrets: [String]

  init(program: String, arguments: [String], secrets: [String] = []) {
    self.program = program
    self.arguments = arguments
    self.secrets = secrets
  }

  /// - Parameters:
  ///   - archive: The path of the archive that counts now.
  ///   - sites: The arguments of `mirror` that select sites; empty for the scope.
  /// - Throws: `CommandFailure` (64) where a variable or the file has an invalid value, and where a text has
  ///   control characters.
  init(
    in place: SchedulePlace, archive: String, _ settings: Settings, sites: [String] = []
  ) throws(CommandFailure) {
    program = place.program
    // After `--`, a name may begin with a dash.
    let isGuarded = sites.contains {
      $0.hasPrefix("-") && !["--all", "--meta", "--network"].contains($0)
    }
    var arguments = ["mirror"] + (isGuarded ? [] : sites)
    var secrets: [String] = []
    if let file = settings.file {
      arguments += ["--config", place.absolute(file.path)]
    }
    arguments += ["--archive", place.absolute(archive)]
    for setting in SettingList.ofMirror {
      let (text, source) = try setting.resolved(in: settings)
      guard let text, let argument = Self.argument(setting, text, source, place) else { continue }
      if case .variable(let name) = source, setting.show(text) != text {
        secrets.append(name)
      } else {
        arguments += argument
      }
    }
    if isGuarded { arguments += ["--"] + sites }
    self.arguments = arguments
    self.secrets = secrets
    for text in arguments + [program] where text.unicodeScalars.contains(where: \.isControl) {
      throw CommandFailure(
        .usage,
        "'\(text)' has a control character, which a schedule cannot contain: rename the file or folder."
      )
    }
  }

  /// The arguments that a scheduled run needs for a setting; nil where it finds the value by itself.
  private static func argument(
    _ setting: any AnySetting, _ text: String, _ source: SettingSource, _ place: SchedulePlace
  ) -> [String]? {
    let isPath = SettingList.paths.contains(setting.name)
    switch source {
    case .option, .variable: break
    case .file: guard isPath, !text.hasPrefix("/") else { return nil }
    case .usual: guard isPath else { return nil }
    }
    if setting is DefaultedSetting<Bool> {
      return [text == "true" ? "--\(setting.name)" : "--no-\(setting.name)"]
    }
    // With `=`, because a value may begin with a dash.
    return isPath
      ? ["--\(setting.name)", place.absolute(text)] : ["--\(setting.name)=\(text)"]
  }
}

extension SettingList {
  /// The settings of `mirror` that a schedule gives, but for the archive. How messages look depends on where
  /// they are read.
  static let ofMirror: [any AnySetting] =
    RequestSettings.all + SyncSettings.all + ReportSettings.all + MirrorSettings.all

  /// The settings whose values are paths.
  static let paths: Set<String> = [
    GlobalSettings.archive.name, RequestSettings.keyFile.name,
    RequestSettings.keyFolder.name, ReportSettings.output.name, MirrorSettings.backup.name,
  ]
}

extension Unicode.Scalar {
  /// Whether it is a line break, a tab or another C0 or C1 control character.
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
