import Archive
import Reports
import Roster
import Tables

extension Verification {
  /// Prints all findings, and in a table what is no failure and how much agrees.
  ///
  /// - Parameter names: What sites are called.
  func print(_ printer: ResultPrinter, named names: TypedNames, in context: CommandContext) throws {
    try printer.print(document, rows: listing) {
      try printer.print(listing)
      for sentence in unprovenRosters(named: names) { try context.results.write("\(sentence)\n") }
      if let ahead {
        try context.results.write(
          "The roster of \(names.id(of: ahead.site)) is dated \(ahead.publishedAt.rfc3339), which lies in the "
            + "future: the clock is wrong, or was when it was read.\n")
      }
      guard findings.isEmpty, sites > 0 else { return }
      try context.results.write("\(agreement)\n")
    }
  }

  /// Which rosters are published as unproven: each, or, where there are many of a grade, how many.
  private func unprovenRosters(named names: TypedNames) -> [String] {
    Grade.allCases.reversed().flatMap { grade -> [String] in
      let sites = unproven.filter { (lowerGrades[$0] ?? .complete) == grade }
      let words = grade == .complete ? "" : " (grade \(grade.rawValue))"
      guard sites.count > Self.mostNamed else {
        return sites.map { "The roster of \(names.id(of: $0)) is published as unproven\(words)." }
      }
      return ["\(sites.count.grouped) rosters are published as unproven\(words)."]
    }
  }

  /// How many rosters of a grade are named.
  private static let mostNamed = 10

  /// How much agrees with its evidence, as a sentence.
  var agreement: String {
    let people =
      others == 0
      ? moderators.counted("moderator")
      : "\((moderators - others).counted("moderator")) and \(others.counted("staff or Community account"))"
    return "\(sites.counted("site")) with \(people): all agree with their evidence."
  }

  private var listing: Listing {
    Listing(
      columns: Self.columns,
      rows: findings.map { [Cell($0.site?.id), .text($0.rule.name), .text($0.description)] })
  }

  private var document: JSONValue { .object(fields) }

  /// What a JSON document says of a verification.
  var fields: [(String, JSONValue)] {
    [
      ("sites", .cell(.integer(sites))), ("moderators", .cell(.integer(moderators))),
      ("unproven", .array(unproven.map { .text($0.id) })),
      (
        "grades",
        .object(Grade.allCases.reversed().map { ($0.rawValue, .cell(.integer(grades[$0] ?? 0))) })
      ),
      (
        "ahead",
        ahead.map {
          .object([("site", .text($0.site.id)), ("published_at", .text($0.publishedAt.rfc3339))])
        } ?? .cell(.null)
      ),
      ("findings", .array(listing.rows.map { .row($0, of: Self.columns) })),
    ]
  }

  private static let columns = [
    View.Column(
      "site", .text, "The site's id; absent where it concerns the whole file.", shortening: .never),
    View.Column("rule", .text, "What was checked."),
    View.Column("description", .text, "What does not agree."),
  ]
}

extension CommandFailure {
  /// The failure of an archive with findings.
  ///
  /// - Parameter isRebuilt: Whether `--rebuild-index` was tried before.
  init(_ verification: Verification, of path: String, isRebuilt: Bool = false) {
    let count = verification.findings.count.counted("finding")
    let advice =
      verification.concernsOnlyDerived && !isRebuilt
      ? "`modexport verify --rebuild-index` rebuilds the indexes from the tables"
      : "restore it from a copy, or sync into a new archive"
    let unchanged =
      isRebuilt ? "rebuilding the indexes does not help and was undone; " : ""
    self.init(.failed, "\(count) in \(path): \(unchanged)\(advice).")
  }
}
