import ArgumentParser
import Reports

/// Where a report goes, and what is in it.
enum ReportSettings {
  static let output = DefaultedSetting(
    .path("output", "Where to write the report.", valueName: "folder", completion: .directory),
    default: "Exports/latest")
  static let format = DefaultedSetting(
    Setting(
      name: "format", help: "What to write, of \(formats(ReportFormat.allCases)).",
      valueName: "format,…",
      completion: .commaList(of: ReportFormat.allCases.map(\.rawValue)),
      read: { text in
        Set(
          try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            if let format = ReportFormat(rawValue: String(name)) { return format }
            throw ValidationError("give one or more of \(formats(ReportFormat.allCases)).")
          })
      }, write: formats),
    default: Set(ReportFormat.allCases))
  static let spreadsheetSafe = Setting.flag(
    "spreadsheet-safe", "Guard CSV cells that a spreadsheet would run as formulas, and add a BOM.")
  static let baseURL = Setting(
    name: "base-url",
    help:
      "The address at which the folder is published, such as https://example.org/moderators/: feeds and pages name "
      + "their own addresses then.",
    valueName: "url",
    read: { text in
      if let address = ReportAddress(text) { return address }
      throw ValidationError(
        "give the address of a folder on the web, such as https://example.org/moderators/.")
    }, write: \.description)

  static let all: [any AnySetting] = [output, format, spreadsheetSafe, baseURL]

  private static func formats(_ formats: some Collection<ReportFormat>) -> String {
    ReportFormat.allCases.filter(formats.contains).map(\.rawValue).joined(separator: ",")
  }
}
