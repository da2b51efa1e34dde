import FoundationEssentials
import Roster

extension Cell {
  init(_ number: Int?) {
    self = number.map(Cell.integer) ?? .null
  }

  init(_ text: String?) {
    self = text.map(Cell.text) ?? .null
  }

  /// RFC 3339 in UTC.
  init(_ date: Date?) {
    self.init(date?.rfc3339)
  }
}
