import Roster

/// Collects what is found about one site, or about the whole file. Of many findings under one rule the
/// first ten are told and the others counted, so that a file which is wrong everywhere fills no memory.
struct FindingList {
  private let site: SiteRef?
  private var told: [Verification.Finding] = []
  private var counts: [Verification.Rule: Int] = [:]
  private static let limit = 10

  init(_ site: SiteRef? = nil) {
    self.site = site
  }

  mutating func report(_ rule: Verification.Rule, _ description: String) {
    counts[rule, default: 0] += 1
    guard counts[rule, default: 0] <= Self.limit else { return }
    told.append(Verification.Finding(site: site, rule: rule, description: description))
  }

  /// What was found, in the order in which it was.
  var findings: [Verification.Finding] {
    told
      + counts.filter { $0.value > Self.limit }.sorted { $0.key.name < $1.key.name }.map {
        Verification.Finding(
          site: site, rule: $0.key,
          description: "There are \($0.value - Self.limit) more findings of this kind.")
      }
  }

  /// The first five of some ids, and how many more there are.
  static func list(_ ids: some Collection<Int>) -> String {
    let shown = ids.prefix(5).map { String($0) }.joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }
}
