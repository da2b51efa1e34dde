package import FoundationEssentials

extension Moderator {
  /// The fields of a profile: what a roster says of somebody beside who they are (`userID`, `accountID`,
  /// `displayName`, `kind`).
  ///
  /// This is the only list of them. From it follow the columns of tables and views, the digest of pages,
  /// the staged items of a walk, sameness, changes of the profile, and documents. A new field is added
  /// at the end.
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
    /// Where the value is.
    package let value: Value
    /// How the digest of a page covers it.
    package let digest: Digest
    /// Whether a difference between two rosters is a change of the profile.
    package let isJournaled: Bool

    /// A field that a view shows.
    init(
      _ column: ModeratorColumn, _ value: Value, _ digest: Digest = .whenPresent,
      isJournaled: Bool = false
    ) {
      (name, self.column, self.value) = (column.name, column, value)
      (self.digest, self.isJournaled) = (digest, isJournaled)
    }

    /// A field that a view shows since the first version of the program.
    init(first column: ModeratorColumn, _ value: Value, isJournaled: Bool = false) {
      self.init(column, value, .always, isJournaled: isJournaled)
    }

    /// A field that no view shows.
    init(_ name: String, _ value: Value, _ digest: Digest = .whenPresent) {
      (self.name, column, self.value) = (name, nil, value)
      (self.digest, isJournaled) = (digest, false)
    }
  }
}

extension Moderator.Field {
  /// How a value is read and written; any may be absent. Key paths would say the same, and take ten times
  /// as long.
  package enum Value: Sendable {
    case number(Get<Int>, Set<Int>)
    case text(Get<String>, Set<String>)
    case time(Get<Date>, Set<Date>)
  }

  /// Returns the value; nil where it is absent.
  package typealias Get<Value> = @Sendable (borrowing Moderator) -> Value?
  /// Writes the value, or that it is absent.
  package typealias Set<Value> = @Sendable (inout Moderator, Value?) -> Void

  /// How the digest of a page covers a field. Digests that are kept in archives have to stay the same.
  package enum Digest: Sendable {
    /// Also where it is absent: the fields of the first version.
    case always
    /// By its name, and only where it has a value: every later field. A page that was read without the
    /// field keeps its digest.
    case whenPresent
    /// It follows from another field.
    case never
  }

  /// The field that the view shows in a column; nil where the column is none of the profile.
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
  /// The other fields, which are written by their name.
  static let named = Moderator.fields.filter { $0.digest != .always }

  /// The value as the view shows it.
  package func cell(of moderator: Moderator) -> Cell {
    switch value {
    case .number(let get, _): get(moderator).map(Cell.integer) ?? .null
    case .text(let get, _): get(moderator).map(Cell.text) ?? .null
    case .time(let get, _): get(moderator).map { .text($0.rfc3339) } ?? .null
    }
  }

  /// The value as the journal writes it; an empty text is an absent one.
  package func text(of moderator: Moderator) -> String? {
    cell(of: moderator).description.unlessEmpty
  }

  /// Takes the value from what the journal wrote.
  package func set(_ text: String?, of moderator: inout Moderator) {
    switch value {
    case .number(_, let set): set(&moderator, text.flatMap { Int($0) })
    case .text(_, let set): set(&moderator, text)
    case .time(_, let set): set(&moderator, text.flatMap(Date.init(dayOrInstant:)))
    }
  }
}
