// Composition is in Foundation, not in FoundationEssentials.
import Foundation
import Roster

/// The known fields of a moderator on an earlier roster: those that have a history.
struct RosterEntry: Hashable {
  let key: Int
  private(set) var accountID: Int?
  private(set) var displayName: String
  private var kind: String

  init(_ moderator: Moderator) {
    key = moderator.key
    accountID = moderator.accountID
    displayName = moderator.displayName
    kind = moderator.kind.rawValue
  }

  /// The entry's part of the sum of its roster.
  ///
  /// Each field is a netstring (`5:Alice,`), an absent one `-`. The name is in normal form C, so that names
  /// that Unicode treats as equal, and between which the journal records no change, have the same sum.
  var sum: RosterSum {
    var form: [UInt8] = []
    form.append(netstring: key)
    form.append(netstring: accountID)
    form.append(netstring: Self.composed(displayName))
    form.append(netstring: kind)
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
    default: return false
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
