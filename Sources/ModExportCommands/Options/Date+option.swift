import ArgumentParser
package import FoundationEssentials
import Roster

extension Date {
  /// Reads `2026-11-20`, which means that day's end in UTC, or an RFC 3339 instant.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else.
  package init(option text: String) throws {
    guard let date = Date(dayOrInstant: text) else {
      throw ValidationError(
        "give a day such as 2026-11-20 (its end in UTC) or an instant such as "
          + "2026-11-20T09:30:00Z.")
    }
    self = date
  }
}
