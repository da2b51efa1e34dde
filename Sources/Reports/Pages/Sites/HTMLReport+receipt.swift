import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// What proves the list of a site; nothing where there is none.
  func receipt(of site: ReportedSite, _ proof: RosterProof?) throws -> HTML {
    guard let proof else { return "" }
    let walk = Record<WalkColumn>(proof.walk)
    let checks = ListCheck.all(walk)
    let failure = failure(of: site, proof).map { #"<p class="warning">\#($0)</p>\#n"# as HTML }
    return #"""
      <section aria-labelledby="receipt">
      <h2 id="receipt">\#(checks.count(where: \.isPassed)) of \#(checks.count) checks passed</h2>
      \#(failure)<ul class="checks">
      \#(checks.map { "<li><b>\($0.isPassed ? "✓" : "✗")</b> \($0.words)</li>\n" })</ul>
      <p>\#(Words.evidence(walk)) <a href="../index.html#complete">What “complete” means</a></p>
      \#(try readings(of: site.site))\#(if: !proof.pages.isEmpty, table(of: proof.pages))</section>

      """#
  }

  /// Why the latest attempt changed nothing; nil where it did not fail.
  func failure(of site: ReportedSite, _ proof: RosterProof?) -> String? {
    let latest = tally.latestWalks[site.site].flatMap { $0.row == proof?.walk ? nil : $0 }
    return Words.failure(latest, fault: source.faults[site.site])
  }

  /// The most readings that are drawn.
  private static let mostReadings = 120

  /// The readings of a site on an axis of time: those that were complete, and those that changed nothing.
  private func readings(of site: SiteRef) throws -> HTML {
    var walks: [Record<WalkColumn>] = []
    try source.forEachRow(of: .walks, site: site, order: .reader, limit: Self.mostReadings) {
      let walk = Record<WalkColumn>($0)
      if walk[.finishedAt] != nil { walks.append(walk) }
    }
    let dates = walks.compactMap { $0[.finishedAt].flatMap(Date.init(dayOrInstant:)) }
    guard let first = dates.last, let scale = TimeScale(from: first, until: source.asOf) else {
      return ""
    }
    let marks = zip(walks, dates).map { walk, date -> HTML in
      let isComplete = walk.verdict == .complete
      let place = min(scale.place(of: date), 99.5).percent
      return #"<rect\#(if: !isComplete, #" class="u""#) x="\#(place)"/>"#
    }
    return #"""
      <h3>Earlier readings</h3><p>\#(walks.count.counted("reading", isGrouped: true)) since \#
      \#(first.dayWords)\#(walks.count == Self.mostReadings ? ", the latest ones" : ""): \#
      \#(walks.count { $0.verdict == .complete }.grouped) complete.</p>
      <div class="readings">\#(scale.axis)<svg class="strip" aria-hidden="true">\#(marks)</svg></div>

      """#
  }

  private func table(of pages: [Row]) -> HTML {
    let rows = pages.map { row -> HTML in
      let page = Record<PageColumn>(row)
      let role = page[.role].map(Role.init(rawValue:)) ?? .moderator
      let fetched = page[.fetchedAt].map { "\(DayWords.day($0)), \(DayWords.timeOfDay($0))" }
      return #"""
        <tr><td>\#(page.number(.reading) == 2 ? "second" : "first")\#(role == .moderator ? "" : ", " + role.words)\#
        </td>\#(.numberCell(page.number(.page)))\#(.numberCell(page.number(.itemCount)))<td>\#
        \#(page.number(.hasMore) == 1 ? "yes" : "no")</td>\#(.numberCell(page.number(.total)))\#
        <td class="d">\#(fetched)</td><td class="hash">\#(page[.sha256])</td></tr>

        """#
    }
    return #"""
      <details>
      <summary>The pages with their checksums</summary>
      <div class="scroll" role="group" tabindex="0" aria-label="The pages with their checksums">
      <table class="evidence">
      <thead><tr><th scope="col">Reading</th><th scope="col" class="n">Page</th>\#
      <th scope="col" class="n">Moderators</th><th scope="col">More follow?</th>\#
      <th scope="col" class="n">Total given</th><th scope="col">Fetched (UTC)</th>\#
      <th scope="col">SHA-256 of the rows</th></tr></thead>
      <tbody>
      \#(rows)</tbody>
      </table>
      </div>
      </details>

      """#
  }
}

/// One rule that a complete list keeps, and whether a reading kept it.
struct ListCheck: Hashable {
  var words: String
  var isPassed: Bool

  /// All rules that say something of a reading.
  static func all(_ walk: Record<WalkColumn>) -> [ListCheck] {
    let names = (walk[.reasons] ?? "").split(separator: " ")
    let reasons =
      walk.verdict == .complete
      ? [] : Set(names.compactMap { Verdict.Reason(rawValue: String($0)) })
    return rules.compactMap { rule in
      let isPassed = reasons.isDisjoint(with: rule.failures)
      switch rule.scope {
      case .withTotal where !reasons.isDisjoint(with: [.totalMissing, .unpagedList]): return nil
      case .ifBroken where isPassed: return nil
      case .always, .withTotal, .ifBroken: return ListCheck(words: rule.words, isPassed: isPassed)
      }
    }
  }

  /// Of which readings a rule says something.
  private enum Scope {
    case always
    /// Those that gave a total.
    case withTotal
    /// Those that broke it: of others it is not claimed.
    case ifBroken
  }

  private struct Rule {
    var words: String
    var failures: [Verdict.Reason]
    var scope = Scope.always
  }

  private static let rules = [
    Rule(words: "All pages are there, from the first to the last.", failures: [.missingPage]),
    Rule(
      words:
        "Every page but the last says that more follow, and the last says that none does.",
      failures: [.hasMoreChain]),
    Rule(
      words: "The site tells how many there are.", failures: [.totalMissing, .unpagedList],
      scope: .ifBroken),
    Rule(words: "Every page gives the same total.", failures: [.totalChanged], scope: .withTotal),
    Rule(
      words: "The number of people read is that total.", failures: [.totalMismatch, .totalDiffers],
      scope: .withTotal),
    Rule(
      words: "The total is counted when the list is read.", failures: [.totalMayBeOld],
      scope: .ifBroken),
    Rule(
      words: "Nobody is listed twice.", failures: [.duplicateUser]),
    Rule(
      words:
        "A list of several pages was read a second time in the opposite order, with the same people.",
      failures: [.notRepeated, .unpagedList]),
  ]
}
