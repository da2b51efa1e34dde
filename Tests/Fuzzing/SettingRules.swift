import Foundation
import Roster

@testable import ModExportCommands

/// What holds for the values of settings, and for addresses and times that people type.
enum SettingRules {
  static func check(_ text: String) throws {
    for setting in SettingList.all where !text.isEmpty {
      do {
        guard let argument = try setting.argument(in: [setting.variable: text]) else { continue }
        try require(argument.hasPrefix("--"), "\(setting.variable) becomes '\(argument)'")
      } catch let error as CommandFailure {
        try require(
          error.status == .usage && error.sentence.contains(setting.variable),
          "\(setting.variable) is refused with '\(error)'")
      }
    }
    if let duration = try? Duration(option: text) {
      try require(
        try Duration(option: duration.optionText) == duration, "\(text) is written in another way")
    }
    if let address = try? WebAddress(text) {
      try require(
        try WebAddress(address.description) == address, "the address \(address) is read as another")
    }
    if let date = Date(dayOrInstant: text) {
      try require(
        Date(dayOrInstant: date.rfc3339).map { abs($0.timeIntervalSince(date)) < 1 } == true,
        "the moment \(text) is read as another")
    }
    if let span = TimeSpan(text) {
      try require(span.beginning < span.end, "the time \(text) is empty")
    }
    _ = try? DateOption(option: text)
    _ = Date(httpDate: text, now: Date(timeIntervalSince1970: 1_767_225_600))
  }
}
