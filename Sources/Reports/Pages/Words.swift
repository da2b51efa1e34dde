import Roster
import Wording

/// What the archive's terms mean on a page.
enum Words {
  /// Why a roster is not complete, from the `reasons` of a walk.
  static func reasons(_ reasons: String?) -> String {
    Verdict.Reason.words(ofNames: reasons) { $0.words(for: .page) }
  }

  /// What a verdict is called on a page.
  static func verdict(_ name: Verdict.Name?) -> String {
    name?.rawValue ?? "not mirrored"
  }
}
