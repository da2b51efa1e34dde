import FoundationEssentials
import Roster
import Tables

extension HTMLReport {
  /// What proves the list of a site, in words.
  func receiptValues(of site: Record<SiteColumn>, _ proof: RosterProof?) -> [String: Any] {
    var values: [String: Any] = ["latest": failure(of: site, proof)].compactMapValues { $0 }
    guard let proof else { return values }
    let walk = Record<WalkColumn>(proof.walk)
    let checks = ListCheck.all(walk)
    let passed = checks.count(where: \.isPassed)
    values["hasProof"] = true
    values["checks"] = checks.map { ["words": $0.words, "mark": $0.isPassed ? "✓" : "✗"] }
    values["passed"] = "\(passed) of \(checks.count) checks passed"
    values["evidence"] = Words.evidence(proof)
    values["hasPages"] = !proof.pages.isEmpty
    values["pageBlocks"] = blocks(proof.pages)
    return values
  }

  /// Why the latest attempt changed nothing; nil where it did not fail.
  private func failure(of site: Record<SiteColumn>, _ proof: RosterProof?) -> String? {
    let latest = tally.latestWalks[site.site].flatMap { $0.row == proof?.walk ? nil : $0 }
    return Words.failure(latest, fault: source.faults[site.site])
  }

  /// The pages as blocks: those of the first reading, then those of the second one.
  private func blocks(_ pages: [Row]) -> [[String: Any]] {
    let records = pages.map(Record<PageColumn>.init)
    return [1, 2].compactMap { reading in
      let own = records.filter { ($0.number(.reading) == 2) == (reading == 2) }.prefix(60)
      guard !own.isEmpty else { return nil }
      return [
        "label": reading == 1 ? "Pages read" : "Pages read again",
        "blocks": own.map { page in
          [
            "page": (page.number(.page) ?? 0).grouped,
            "items": (page.number(.itemCount) ?? 0).grouped,
          ]
        },
      ]
    }
  }

  /// The most readings that are drawn.
  private static let mostReadings = 120

  /// The readings of a site on an axis of time: those that were complete, and those that changed nothing.
  func writeReadings(of site: SiteRef, to html: inout HTMLStream) throws {
    var walks: [Record<WalkColumn>] = []
    try source.forEachRow(of: .walks, site: site, order: .reader, limit: Self.mostReadings) {
      let walk = Record<WalkColumn>($0)
      if walk[.finishedAt] != nil { walks.append(walk) }
    }
    let dates = walks.compactMap { $0[.finishedAt].flatMap(Date.init(dayOrInstant:)) }
    guard let first = dates.last, let scale = TimeScale(from: first, until: source.asOf) else {
      return
    }
    html.markup("<h3>Earlier readings</h3><p>")
    html.text(
      "\(walks.count.counted("reading", isGrouped: true)) since \(first.dayWords)"
        + (walks.count == Self.mostReadings ? ", the latest ones" : "")
        + ": \(walks.count { $0.verdict == .complete }.grouped) complete.")
    html.markup("</p>\n<div class=\"readings\">")
    html.axis(scale)
    html.markup("<svg class=\"strip\" aria-hidden=\"true\">")
    for (walk, date) in zip(walks, dates) {
      switch walk.verdict {
      case .complete: html.markup("<rect x=\"")
      case .unproven, .incomplete, nil: html.markup("<rect class=\"u\" x=\"")
      }
      html.text(min(scale.place(of: date), 99.5).percent)
      html.markup("\"/>")
    }
    html.markup("</svg></div>\n")
  }

  func writePages(_ pages: [Row], to html: inout HTMLStream) {
    for row in pages {
      let page = Record<PageColumn>(row)
      html.markup("<tr><td>")
      html.text(page.number(.reading) == 2 ? "second" : "first")
      if let role = page[.role].map(Role.init(rawValue:)), role != .moderator {
        html.text(", \(role.words)")
      }
      html.markup("</td>")
      html.numberCell(page.number(.page))
      html.numberCell(page.number(.itemCount))
      html.markup("<td>")
      html.text(page.number(.hasMore) == 1 ? "yes" : "no")
      html.markup("</td>")
      html.numberCell(page.number(.total))
      html.markup("<td class=\"d\">")
      if let fetched = page[.fetchedAt] {
        html.text("\(DayWords.day(fetched)), \(DayWords.timeOfDay(fetched))")
      }
      html.markup("</td><td class=\"hash\">")
      html.text(page[.sha256] ?? "")
      html.markup("</td></tr>\n")
    }
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
      words: "Nobody is listed twice, and everybody is in order.",
      failures: [.duplicateUser, .notInOrder]),
    Rule(
      words:
        "A list of several pages was read a second time in the opposite order, with the same people.",
      failures: [.notRepeated, .sameOrder, .unpagedList]),
  ]
}
