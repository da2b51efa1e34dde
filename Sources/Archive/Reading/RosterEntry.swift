// Composition is in Foundation, not in FoundationEssentials.
import Foundation
import Roster

/// What the archive can say of a moderator on the roster of any earlier walk: the columns whose
/// changes the journal records.
struct RosterEntry: Hashable {
  let userID: Int
  private(set) var accountID: Int?
  private(set) var displayName: String
  private var kind: String
  private var location: String?
  private var websiteURL: String?
  private var aboutText: String?

  init(_ moderator: Moderator) {
    userID = moderator.userID
    accountID = moderator.accountID
    displayName = moderator.displayName
    kind = moderator.kind.rawValue
    location = moderator.location?.unlessEmpty
    websiteURL = moderator.websiteURL?.unlessEmpty
    aboutText = moderator.aboutText?.unlessEmpty
  }

  /// What the entry adds to the sum of its roster.
  ///
  /// The canonical form writes each field as a netstring (`5:Alice,`), an absent one as `-`. Texts are
  /// in normal form C, so that texts which Unicode takes for equal, and between which the journal
  /// knows no change, are the same here. An empty text counts as absent.
  var sum: RosterSum {
    var form: [UInt8] = []
    for text in [
      String(userID), accountID.map { String($0) }, displayName, kind, location, websiteURL,
      aboutText,
    ] {
      Self.append(text, to: &form)
    }
    return RosterSum(hashing: form)
  }

  /// Puts the value before a change back.
  ///
  /// - Returns: Whether the entry had the value that the change says it left.
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
    case "location": return Self.undo(field, &location)
    case "website_url": return Self.undo(field, &websiteURL)
    case "about_text": return Self.undo(field, &aboutText)
    default: return false
    }
  }

  private static func undo(_ field: Change.FieldChange, _ value: inout String?) -> Bool {
    defer { value = field.before?.unlessEmpty }
    return value == field.after?.unlessEmpty
  }

  private static func append(_ text: String?, to form: inout [UInt8]) {
    guard let text else { return form.append(UInt8(ascii: "-")) }
    let composed = isComposed(text) ? text : text.precomposedStringWithCanonicalMapping
    form.append(contentsOf: String(composed.utf8.count).utf8)
    form.append(UInt8(ascii: ":"))
    form.append(contentsOf: composed.utf8)
    form.append(UInt8(ascii: ","))
  }

  /// Whether all characters come before U+0300, the first that can combine with another: then the
  /// text is in normal form C.
  private static func isComposed(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0xCC }
  }
}
