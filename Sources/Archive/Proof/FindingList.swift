import Roster

/// Collects the findings about one site, or about the whole file. It keeps the first ten findings
/// of each rule and counts the others, so that a file full of errors does not fill the memory.
struct FindingList {
  private let site: SiteRef?
  private var kept: [Verification.Finding] = []
  private var counts: [Verification.Rule: Int] = [:]
  private static let limit = 10

  init(_ site: SiteRef?) {
    self.site = site
  }

  /// - Parameter isOfDerived: See ``Verification/Finding/isOfDerived``; nil where the rule tells it.
  mutating func report(
    _ rule: Verification.Rule, _ description: String, isOfDerived: Bool? = nil
  ) {
    counts[rule, default: 0] += 1
    guard counts[rule, default: 0] <= Self.limit else { return }
    kept.append(
      Verification.Finding(
        site: site, rule: rule, description: description, isOfDerived: isOfDerived))
  }

  /// The findings in the order of discovery, followed by the counts of those not kept.
  var findings: [Verification.Finding] {
    kept
      + counts.filter { $0.value > Self.limit }.sorted { $0.key.name < $1.key.name }.map {
        Verification.Finding(
          site: site, rule: $0.key,
          description: "There are \($0.value - Self.limit) more findings of this kind.")
      }
  }

  /// Up to five ids, and how many more there are.
  static func list(_ ids: [String]) -> String {
    let shown = ids.prefix(5).joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }
}
