import Roster
import Tables
import Wording

/// What the archive's terms mean on a page.
enum Words {
  /// Why a roster is not complete, from the `reasons` of a walk.
  static func reasons(_ reasons: String?) -> String {
    Verdict.Reason.words(ofNames: reasons) { $0.words(for: .page) }
  }

  /// What the verdict and the grade of a site's roster are called on a page.
  static func verdict(of site: Record<SiteColumn>) -> String {
    guard let verdict = site.verdict else { return "not mirrored" }
    guard verdict != .complete, let grade = site.grade else { return verdict.rawValue }
    return "\(verdict.rawValue) (\(grade.rawValue))"
  }
}
