import FoundationEssentials
import Roster
import Tables

/// What of the archive is complete, and what is not, in words.
struct ArchiveState {
  /// Sites with a list, in the order of readers: by name.
  let published: [ReportedSite]
  /// Sites that were tried and have no list yet.
  private let tried: [ReportedSite]
  /// Sites that the archive does not cover.
  let others: [ReportedSite]
  private let report: HTMLReport

  init(_ report: HTMLReport) {
    self.report = report
    let sites = report.tally.sites
    published = sites.enumerated().filter { $0.element.verdict != nil }
      .map { (name: FoldedText.folding($0.element.name), place: $0.offset, site: $0.element) }
      .sorted { ($0.name, $0.place) < ($1.name, $1.place) }.map(\.site)
    hasDays = Set(published.map { $0.readAt.map(DayNumber.init) }).count > 1
    hasStates = published.contains { $0.verdict != .complete }
    hasKinds = published.contains { !Words.siteKind($0).isEmpty }
    let rest = sites.filter { $0.verdict == nil }
    tried = rest.filter {
      report.tally.latestWalks[$0.site] != nil || report.source.faults[$0.site] != nil
    }
    let names = Set(tried.map(\.site))
    others = rest.filter { !names.contains($0.site) }
  }

  /// Whether any site with a list is of another kind than the usual one.
  let hasKinds: Bool

  /// Whether any site was last read on another day than the others.
  let hasDays: Bool
  /// Whether any site with a list has one that is not complete.
  let hasStates: Bool

  /// Whether every site that was read or tried has a complete list that is not stale, and the latest attempt at each
  /// succeeded.
  var isWhole: Bool {
    !published.isEmpty && tried.isEmpty && !hasStates && stale.isEmpty && problems.isEmpty
  }

  /// Sites whose list is much older than the archive.
  var stale: [ReportedSite] {
    published.filter { site in
      site.closedAt == nil
        && site.readAt.map {
          report.source.asOf.timeIntervalSince($0) > Double(Self.staleDays) * 86_400
        } ?? false
    }
  }

  /// A list counts as old that is so much older than the latest: an archive may read its sites by the month.
  static let staleDays = 31

  /// The state in some sentences.
  var sentence: String {
    var sentences = [first]
    let unproven = published.filter { $0.verdict != .complete }
    if !unproven.isEmpty {
      let corroborated = unproven.count { $0.grade == .corroborated }
      let plain = unproven.count - corroborated
      let parts = [
        corroborated > 0
          ? "\(corroborated.grouped) corroborated by a second reading and a total that may be old"
          : nil,
        plain > 0 ? "\(plain.grouped) published as the site gives them" : nil,
      ].compactMap(\.self)
      sentences.append(
        unproven.count.counted("list is", "lists are", isGrouped: true) + " unproven: "
          + parts.joined(separator: ", ") + ".")
    }
    if !tried.isEmpty {
      sentences.append(
        "\(tried.count.counted("site", isGrouped: true)) could not be read completely yet.")
    }
    sentences += [staleSentence, failureSentence].compactMap(\.self)
    if !others.isEmpty { sentences.append(othersTitle + ".") }
    return sentences.joined(separator: " ")
  }

  private var staleSentence: String? {
    let stale = stale
    guard let oldest = stale.compactMap(\.readAt).min() else { return nil }
    return stale.count.counted("list is", "lists are", isGrouped: true)
      + " more than \(Self.staleDays) days older than the latest, "
      + (stale.count == 1 ? "from \(oldest.dayWords)." : "the oldest from \(oldest.dayWords).")
  }

  /// About sites that keep an older list because the latest attempt to read them failed.
  private var failureSentence: String? {
    let count = published.count { site in
      Words.failure(report.tally.latestWalks[site.site], fault: report.source.faults[site.site])
        != nil
    }
    guard count > 0 else { return nil }
    return count == 1
      ? "The latest attempt to read 1 site failed; its list is the one before."
      : "The latest attempts to read \(count.grouped) sites failed; their lists are the ones before."
  }

  private var first: String {
    let complete = published.count { $0.verdict == .complete }
    let all = published.count + tried.count
    guard all > 0 else { return "No site has been read yet." }
    let days = published.compactMap(\.readAt)
    let read =
      if let first = days.min(), let last = days.max() {
        DayNumber(first) == DayNumber(last)
          ? ", last read on \(last.dayWords)"
          : ", last read between \(first.dayWords) and \(last.dayWords)"
      } else { "" }
    if complete == all {
      return all == 1
        ? "The list of the one site is complete\(read)."
        : "The lists of all \(all.grouped) sites are complete\(read)."
    }
    return "The lists of \(complete.grouped) of \(all.grouped) sites are complete\(read)."
  }

  /// What is not here, and was not tried.
  var othersTitle: String {
    let isMeta = others.allSatisfy { $0.type == .meta }
    let noun = isMeta ? "meta site" : "site"
    return others.count.counted("more \(noun)", isGrouped: true) + " of the network "
      + (others.count == 1 ? "is" : "are") + " not in this archive"
  }

  /// Sites whose list or whose latest reading is not complete, with the reasons.
  var problems: [(site: ReportedSite, why: String)] {
    (published + tried).compactMap { site in
      let latest = report.tally.latestWalks[site.site]
      let fault = report.source.faults[site.site]
      guard (latest.map { $0.verdict != .complete } ?? false) || fault != nil else { return nil }
      return (site, why(site, latest, fault))
    }
  }

  /// Why a list is not complete, or why the latest attempt to read it changed nothing.
  private func why(
    _ site: ReportedSite, _ latest: Record<WalkColumn>?, _ fault: String?
  ) -> String {
    var sentences: [String] = []
    if let latest, latest.verdict == .unproven {
      let reasons = Verdict.Reason.words(ofNames: latest[.reasons])
      sentences.append("Read on \(Words.day(of: latest)): \(reasons).")
    }
    if let failure = Words.failure(latest, fault: fault) {
      sentences.append(failure)
      if let read = site.readAt {
        sentences.append("Its list is the one read on \(read.dayWords).")
      }
    }
    return sentences.joined(separator: " ")
  }
}
