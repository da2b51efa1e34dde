import ArgumentParser
package import FoundationEssentials
import Roster

extension Date {
  /// Reads `2026-11-20`, which means that day's end in UTC, or an RFC 3339 instant.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else.
  package init(option text: String) throws {
    try self.init(text, day: "its end")
  }

  /// - Parameter day: What a day stands for, for the error message.
  /// - Throws: `ValidationError` where the text is neither a day nor an instant.
  fileprivate init(_ text: String, day: String) throws {
    guard let date = Date(dayOrInstant: text) else {
      throw ValidationError(
        "give a day such as 2026-11-20 (\(day) in UTC) or an instant such as "
          + "2026-11-20T09:30:00Z.")
    }
    self = date
  }
}

extension Date {
  /// Reads `2026-11-20`, which here means that day's beginning in UTC, or an RFC 3339 instant: for
  /// spans that are to hold the whole day.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else.
  package init(startOption text: String) throws {
    let date = try Date(text, day: "its beginning")
    let isDay = date.utcDay == text
    self = isDay ? date.addingTimeInterval(1 - 86_400) : date
  }
}
