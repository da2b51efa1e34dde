// Composition is in Foundation, not in FoundationEssentials.
import Foundation
import Roster

/// The known fields of a moderator on an earlier roster: the columns whose changes the journal
/// records.
struct RosterEntry: Hashable {
  let key: Int
  private(set) var accountID: Int?
  private(set) var displayName: String
  private var kind: String
  /// The values of the profile fields that the journal records, in their order.
  private var profile: [String?]

  init(_ moderator: Moderator) {
    key = moderator.key
    accountID = moderator.accountID
    displayName = moderator.displayName
    kind = moderator.kind.rawValue
    profile = Moderator.Field.journaled.map { $0.text(of: moderator) }
  }

  /// The entry's part of the sum of its roster.
  ///
  /// The canonical form writes each field as a netstring (`5:Alice,`), an absent one as `-`. Texts
  /// are in normal form C, so that texts that Unicode treats as equal, and between which the
  /// journal records no change, have the same sum. An empty text counts as absent. A field added in
  /// a later version is written with its name, and only where it has a value, so that older sums
  /// stay the same.
  var sum: RosterSum {
    var form: [UInt8] = []
    form.append(netstring: key)
    form.append(netstring: accountID)
    form.append(netstring: Self.composed(displayName))
    form.append(netstring: kind)
    for (field, text) in zip(Moderator.Field.journaled, profile) {
      if field.digest == .whenPresent {
        guard text != nil else { continue }
        form.append(contentsOf: "\(field.name)=".utf8)
      }
      form.append(netstring: text.map(Self.composed))
    }
    return RosterSum(hashing: form)
  }

  /// Undoes a change of one field.
  ///
  /// - Returns: Whether the entry had the value after the change.
  mutating func undo(_ field: Change.FieldChange) -> Bool {
    switch field.column {
    case "display_name":
      defer { displayName = field.before ?? displayName }
      return displayName == field.after && field.before != nil
    case "account_id":
      defer { accountID = field.before.flatMap { Int($0) } }
      return accountID.map { String($0) } == field.after
    case "kind":
      defer { kind = field.before ?? kind }
      return kind == field.after && field.before != nil
    default:
      let place = Moderator.Field.journaled.firstIndex { $0.name == field.column }
      guard let place else { return false }
      defer { profile[place] = field.before?.unlessEmpty }
      return profile[place] == field.after?.unlessEmpty
    }
  }

  private static func composed(_ text: String) -> String {
    isComposed(text) ? text : text.precomposedStringWithCanonicalMapping
  }

  /// Whether all characters come before U+0300, the first that can combine with another: then the
  /// text is in normal form C.
  private static func isComposed(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0xCC }
  }
}
