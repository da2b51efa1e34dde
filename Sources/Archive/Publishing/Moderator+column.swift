import FoundationEssentials
import GRDB
import Roster

/// How the table `member` stores the fields of a profile: each in the column of its name, times as
/// unix seconds.
extension Moderator.Field {
  /// Its column in the table.
  var definition: String {
    switch value {
    case .number, .time: name + " INTEGER"
    case .text: name + " TEXT"
    }
  }

  func databaseValue(of moderator: Moderator) -> DatabaseValue {
    switch value {
    case .number(let get, _): get(moderator).databaseValue
    case .time(let get, _): (get(moderator)?.unixSeconds).databaseValue
    case .text(let get, _): get(moderator).databaseValue
    }
  }

  /// Takes the value from a column of a row, by its position.
  func read(_ index: Int, of row: GRDB.Row, into moderator: inout Moderator) throws {
    switch value {
    case .number(_, let set): set(&moderator, try row.value(index))
    case .text(_, let set): set(&moderator, try row.value(index))
    case .time(_, let set): set(&moderator, try row.date(index))
    }
  }
}

extension Moderator {
  /// The columns of `member` and `name` that ``init(_:from:)`` reads, in its order.
  static let storedColumns =
    ["user_id", "role", "account_id", "display_name", "kind"] + fields.map(\.name)

  /// - Parameters:
  ///   - row: A row with ``storedColumns``.
  ///   - first: The place of the first of them.
  init(_ row: GRDB.Row, from first: Int) throws {
    try self.init(
      userID: row.value(first), role: Role(rawValue: row.value(first + 1)),
      accountID: row.value(first + 2), displayName: row.value(first + 3),
      kind: Kind(code: row.value(first + 4)) ?? .community)
    for (place, field) in Self.fields.enumerated() {
      try field.read(first + 5 + place, of: row, into: &self)
    }
  }
}

extension Moderator.Kind {
  /// The kind's number in the table `member`.
  var code: Int {
    switch self {
    case .moderator: 0
    case .staff: 1
    case .community: 2
    }
  }

  init?(code: Int) {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = kind
  }
}
