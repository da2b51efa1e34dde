import Roster
import Tables

/// What of the archive is complete, and what is not, in words.
struct ArchiveState {
  /// Sites with a list, in the order of readers: by name.
  let published: [Record<SiteColumn>]
  /// Sites that were tried and have no list yet.
  private let tried: [Record<SiteColumn>]
  /// Sites that the archive does not cover.
  let others: [Record<SiteColumn>]
  private let report: HTMLReport

  init(_ report: HTMLReport) {
    self.report = report
    let sites = report.tally.sites.map(Record<SiteColumn>.init)
    published = sites.enumerated().filter { $0.element.verdict != nil }
      .map {
        (name: FoldedText.folding($0.element[.name] ?? ""), place: $0.offset, site: $0.element)
      }
      .sorted { ($0.name, $0.place) < ($1.name, $1.place) }.map(\.site)
    hasDays = Set(published.map { $0[.publishedAt]?.prefix(10) }).count > 1
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

  /// Whether every site that was read or tried has a complete list.
  var isWhole: Bool {
    !published.isEmpty && tried.isEmpty && !hasStates
  }

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
    if !others.isEmpty { sentences.append(othersTitle + ".") }
    return sentences.joined(separator: " ")
  }

  private var first: String {
    let complete = published.count { $0.verdict == .complete }
    let all = published.count + tried.count
    guard all > 0 else { return "No site has been read yet." }
    let last = published.compactMap { $0[.publishedAt] }.max().map(DayWords.day)
    let read = last.map { ", last read on \($0)" } ?? ""
    if complete == all {
      return all == 1
        ? "The list of the one site is complete\(read)."
        : "The lists of all \(all.grouped) sites are complete\(read)."
    }
    return "The lists of \(complete.grouped) of \(all.grouped) sites are complete\(read)."
  }

  /// What is not here, and was not tried.
  var othersTitle: String {
    let isMeta = others.allSatisfy { $0[.siteType].map(SiteType.init(rawValue:)) == .meta }
    let noun = isMeta ? "meta site" : "site"
    return others.count.counted("more \(noun)", isGrouped: true) + " of the network "
      + (others.count == 1 ? "is" : "are") + " not in this archive"
  }

  /// Sites whose list or whose latest reading is not complete, with the reasons.
  var problems: [[String: String]] {
    (published + tried).compactMap { site in
      let latest = report.tally.latestWalks[site.site]
      let fault = report.source.faults[site.site]
      guard (latest.map { $0.verdict != .complete } ?? false) || fault != nil else { return nil }
      return [
        "name": site[.name] ?? site.site.id, "href": report.pages.address(of: site.site),
        "state": Words.status(of: site), "why": why(site, latest, fault),
      ]
    }
  }

  /// Why a list is not complete, or why the latest attempt to read it changed nothing.
  private func why(
    _ site: Record<SiteColumn>, _ latest: Record<WalkColumn>?, _ fault: String?
  ) -> String {
    var sentences: [String] = []
    if let latest, latest.verdict == .unproven {
      sentences.append("Read on \(Words.day(of: latest)): \(Words.reasons(latest[.reasons])).")
    }
    if let failure = Words.failure(latest, fault: fault) {
      sentences.append(failure)
      if let read = site[.publishedAt] {
        sentences.append("Its list is the one read on \(DayWords.day(read)).")
      }
    }
    return sentences.joined(separator: " ")
  }
}

/// Who came and went in the latest reading that changed anything.
struct LatestReading {
  /// Some of them, the latest first.
  let examples: [Record<ChangeColumn>]
  let words: String

  /// The most changes that are looked at.
  private static let limit = 2_000
  private static let mostExamples = 7

  /// Nil where nothing has changed yet.
  init?(_ source: any ReportSource) throws {
    var changes: [Record<ChangeColumn>] = []
    try source.forEachRow(of: .changes, site: nil, order: .reader, limit: Self.limit) {
      changes.append(Record($0))
    }
    guard let last = changes.first?[.observedAt] else { return nil }
    let day = changes.filter { DayWords.isOneDay($0[.observedAt] ?? "", last) }
    let isCut = day.count == Self.limit
    let came = day.filter { $0.kind == .joined || $0.kind == .returned }
    let left = day.filter { $0.kind == .left }
    let known = day.filter { [.joined, .returned, .left].contains($0.kind) }
    examples = Array((known.isEmpty ? day : known).prefix(Self.mostExamples))
    words =
      "The reading of \(DayWords.day(last)) saw \(isCut ? "at least " : "")"
      + "\(came.count.counted("person", "people", isGrouped: true)) join or come back and "
      + "\(left.count.grouped) leave."
      + (known.count > Self.mostExamples ? " Among them:" : "")
  }
}
