package import FoundationEssentials

extension Moderator {
  /// The fields of a profile: all columns of a roster besides the identity (`userID`, `accountID`,
  /// `displayName`, `kind`).
  ///
  /// This is the only list of them. The columns of tables and views, the digest of pages, the
  /// staged items of a walk, comparisons and documents are derived from it.
  package static let fields: [Field] = [
    Field(.reputation, .number({ $0.reputation }, { $0.reputation = $1 })),
    Field(.gold, .number({ $0.gold }, { $0.gold = $1 })),
    Field(.silver, .number({ $0.silver }, { $0.silver = $1 })),
    Field(.bronze, .number({ $0.bronze }, { $0.bronze = $1 })),
    Field(.location, .text({ $0.location }, { $0.location = $1 })),
    Field(.websiteURL, .text({ $0.websiteURL }, { $0.websiteURL = $1 })),
    Field(.link, .text({ $0.link }, { $0.link = $1 })),
    Field(.profileImage, .text({ $0.profileImage }, { $0.profileImage = $1 })),
    Field(.aboutText, .text({ $0.aboutText }, { $0.aboutText = $1 })),
    Field(.memberSince, .time({ $0.memberSince }, { $0.memberSince = $1 })),
  ]

  /// One field of a profile.
  package struct Field: Sendable {
    /// The column of the view.
    package let column: ModeratorColumn
    /// Accessors of the value.
    package let value: Value

    init(_ column: ModeratorColumn, _ value: Value) {
      (self.column, self.value) = (column, value)
    }

    /// The name in tables, views and documents.
    package var name: String { column.name }
  }
}

extension Moderator.Field {
  /// How a value is read and written; any may be absent. Key paths would do the same, and take ten
  /// times as long.
  package enum Value: Sendable {
    case number(Get<Int>, Set<Int>)
    case text(Get<String>, Set<String>)
    case time(Get<Date>, Set<Date>)
  }

  /// Returns the value; nil where it is absent.
  package typealias Get<Value> = @Sendable (borrowing Moderator) -> Value?
  /// Sets the value; nil where it is absent.
  package typealias Set<Value> = @Sendable (inout Moderator, Value?) -> Void

  /// The field of a view's column; nil where the column is not a field of the profile.
  package static func shown(in column: ModeratorColumn) -> Moderator.Field? {
    byColumn[column.rawValue]
  }

  private static let byColumn = ModeratorColumn.allCases.map { column in
    Moderator.fields.first { $0.column == column }
  }

  /// The value as in the view.
  package func cell(of moderator: Moderator) -> Cell {
    switch value {
    case .number(let get, _): get(moderator).map(Cell.integer) ?? .null
    case .text(let get, _): get(moderator).map(Cell.text) ?? .null
    case .time(let get, _): get(moderator).map { .text($0.rfc3339) } ?? .null
    }
  }
}
