package import FoundationEssentials

extension Moderator {
  /// The fields of a profile: all columns of a roster besides the identity (`userID`, `accountID`,
  /// `displayName`, `kind`).
  ///
  /// This is the only list of them. The columns of tables and views, the digest of pages, the
  /// staged items of a walk, comparisons, changes of the profile, and documents are derived from
  /// it. Add a new field at the end.
  package static let fields: [Field] = [
    Field(first: .reputation, .number({ $0.reputation }, { $0.reputation = $1 })),
    Field(first: .gold, .number({ $0.gold }, { $0.gold = $1 })),
    Field(first: .silver, .number({ $0.silver }, { $0.silver = $1 })),
    Field(first: .bronze, .number({ $0.bronze }, { $0.bronze = $1 })),
    Field(first: .location, .text({ $0.location }, { $0.location = $1 }), isJournaled: true),
    Field(first: .websiteURL, .text({ $0.websiteURL }, { $0.websiteURL = $1 }), isJournaled: true),
    Field(first: .link, .text({ $0.link }, { $0.link = $1 })),
    Field(first: .profileImage, .text({ $0.profileImage }, { $0.profileImage = $1 })),
    Field("about_me", .text({ $0.aboutMe }, { $0.aboutMe = $1 }), .always),
    Field(.aboutText, .text({ $0.aboutText }, { $0.aboutText = $1 }), .never, isJournaled: true),
    Field(first: .memberSince, .time({ $0.memberSince }, { $0.memberSince = $1 })),
    Field("last_access", .time({ $0.lastAccess }, { $0.lastAccess = $1 }), .always),
  ]

  /// One field of a profile.
  package struct Field: Sendable {
    /// The name in tables, views, documents and the journal.
    package let name: String
    /// The column of the view; nil where the view does not have it.
    package let column: ModeratorColumn?
    /// Accessors of the value.
    package let value: Value
    /// How the digest of a page covers it.
    package let digest: Digest
    /// Whether a difference between two rosters is a change of the profile.
    package let isJournaled: Bool

    /// A field that is a column of a view.
    init(
      _ column: ModeratorColumn, _ value: Value, _ digest: Digest = .whenPresent,
      isJournaled: Bool = false
    ) {
      (name, self.column, self.value) = (column.name, column, value)
      (self.digest, self.isJournaled) = (digest, isJournaled)
    }

    /// A field that has been a column of a view since the first version of the program.
    init(first column: ModeratorColumn, _ value: Value, isJournaled: Bool = false) {
      self.init(column, value, .always, isJournaled: isJournaled)
    }

    /// A field that is in no view.
    init(_ name: String, _ value: Value, _ digest: Digest = .whenPresent) {
      (self.name, column, self.value) = (name, nil, value)
      (self.digest, isJournaled) = (digest, false)
    }
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

  /// How the digest of a page covers a field. Digests that are stored in archives must not change.
  package enum Digest: Sendable {
    /// Always, even where it is absent: the fields of the first version.
    case always
    /// With its name, and only where it has a value: every later field. The digest of a page that
    /// was fetched without the field does not change.
    case whenPresent
    /// Not covered, because it is derived from another field.
    case never
  }

  /// The field of a view's column; nil where the column is not a field of the profile.
  package static func shown(in column: ModeratorColumn) -> Moderator.Field? {
    byColumn[column.rawValue]
  }

  private static let byColumn = ModeratorColumn.allCases.map { column in
    Moderator.fields.first { $0.column == column }
  }

  /// The fields whose changes the journal records.
  package static let journaled = Moderator.fields.filter(\.isJournaled)
  /// The fields that every digest covers, present or not.
  static let alwaysInDigest = Moderator.fields.filter { $0.digest == .always }
  /// The other fields, which are written with their name.
  static let named = Moderator.fields.filter { $0.digest != .always }

  /// The value as in the view.
  package func cell(of moderator: Moderator) -> Cell {
    switch value {
    case .number(let get, _): get(moderator).map(Cell.integer) ?? .null
    case .text(let get, _): get(moderator).map(Cell.text) ?? .null
    case .time(let get, _): get(moderator).map { .text($0.rfc3339) } ?? .null
    }
  }

  /// The value as in the journal; an empty text counts as absent.
  package func text(of moderator: Moderator) -> String? {
    cell(of: moderator).description.unlessEmpty
  }

  /// Sets the value from its form in the journal.
  package func set(_ text: String?, of moderator: inout Moderator) {
    switch value {
    case .number(_, let set): set(&moderator, text.flatMap { Int($0) })
    case .text(_, let set): set(&moderator, text)
    case .time(_, let set): set(&moderator, text.flatMap(Date.init(dayOrInstant:)))
    }
  }
}
