import Roster
import Tables

extension Words {
  /// What proves a roster, as a paragraph.
  static func evidence(_ proof: RosterProof?) -> String {
    guard let proof else {
      return "There is no roster of this site, so nothing is shown as one."
    }
    let walk = Record<WalkColumn>(proof.walk)
    let first = proof.pages.map(Record<PageColumn>.init).filter { $0.number(.reading) != 2 }
    let isRepeated = first.count < proof.pages.count
    var text =
      "This roster was read on \(walk[.startedAt] ?? "an unknown day") (walk \(walk[.id] ?? "?")). "
      + "The site answered with \((walk.number(.items) ?? 0).counted("moderator", isGrouped: true)) on "
      + "\(first.count.counted("page", isGrouped: true))"
    text += walk.number(.total).map { " and gave a total of \($0.grouped). " } ?? ". "
    if isRepeated {
      let order =
        walk[.reasons]?.contains(Verdict.Reason.sameOrder.rawValue) == true ? "same" : "opposite"
      text += "It was read a second time in the \(order) order. "
    }
    switch walk.verdict {
    case .complete: return text + "All the rules hold, so the roster is complete."
    case .unproven:
      return text
        + "It is unproven\(walk.grade.map { " (grade \($0.rawValue))" } ?? ""): "
        + "\(reasons(walk[.reasons]))."
        + (isRepeated ? " Both readings gave the same people." : "")
    case .incomplete, nil: return text + "It is not complete: \(reasons(walk[.reasons]))."
    }
  }
}
