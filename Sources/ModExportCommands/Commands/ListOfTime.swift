import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Tables

/// Who held a role of a site in a time, and how far that is known.
struct ListOfTime {
  let span: TimeSpan
  /// Under its id and name of that time.
  let site: Site
  var held: [HeldTenure]
  let looks: SiteLooks?
  let readings: ReadingsAround

  mutating func sortByName() {
    held = held.map { (FoldedText.folding($0.tenure.name), $0) }
      .sorted { ($0.0, $0.1.tenure.userID ?? .max) < ($1.0, $1.1.tenure.userID ?? .max) }.map(\.1)
  }

  var isEmpty: Bool { held.isEmpty }

  /// For programs: rows of `tenures`, and `known`.
  var rows: Listing {
    Listing(
      columns: View.tenures.columns + [
        View.Column("known", .text, "yes or maybe: whether the role was held in that time.")
      ],
      rows: held.map { held in
        let tenure = held.tenure
        return [
          .text(site.network), .text(site.id), Cell(tenure.userID), Cell(tenure.accountID),
          .text(tenure.name), Cell(tenure.kind?.rawValue), .text(tenure.role.rawValue),
        ] + tenure.bounds.cells.dropLast() + [
          Cell(tenure.gradeName), Cell(tenure.bounds.sourceURL), .text(held.known.rawValue),
        ]
      })
  }

  /// For people; columns in which all rows are the same are left out.
  var table: Listing {
    let hasRoles = held.contains { $0.tenure.role != .moderator }
    let hasKinds = held.contains { $0.tenure.kind ?? .moderator != .moderator }
    let hasLogs = held.contains { $0.tenure.bounds.source != .reading }
    let wanted =
      ["display_name"] + (hasRoles ? ["role"] : []) + (hasKinds ? ["kind"] : [])
      + ["from", "until", "known"] + (hasLogs ? ["by"] : []) + ["user_id"]
    return Listing(
      columns: [
        ModeratorColumn.displayName.column, ModeratorColumn.role.column,
        ModeratorColumn.kind.column,
      ] + TenureBounds.wordColumns + [
        View.Column("known", .text, "yes or maybe."), ModeratorColumn.userID.column,
      ],
      rows: held.map { held in
        let tenure = held.tenure
        return [
          .text(tenure.name), .text(tenure.role.rawValue), Cell(tenure.kind?.rawValue),
        ] + tenure.bounds.words + [.text(held.known.rawValue), Cell(tenure.userID)]
      }
    ).selecting(wanted)
  }

  /// How many there are, and who says so.
  var note: String {
    let sure = held.count { $0.known == .yes }
    let unsure = held.count - sure
    let counts =
      held.isEmpty
      ? "Nobody" : "\(sure.grouped) for certain\(unsure == 0 ? "" : ", \(unsure.grouped) perhaps")"
    return "\(counts): \(look)."
  }

  private var look: String { readings.words(of: site.name, span, looks) }

  /// The failure if nobody looked at the site in that time.
  var failure: CommandFailure? {
    guard let since = looks?.since, let until = looks?.until else {
      let start = "Nobody looked at \(site.name) (\(site.id)) "
      return CommandFailure(
        .incomplete,
        looks?.misdated.map {
          "\(start)by this machine's clock: it was read on \($0.dayWords), which has not come yet. If the clock is right, "
            + "`modexport sync --redate` corrects the date."
        } ?? "\(start)yet: `modexport sync \(site.id)` reads it.")
    }
    let first = looks?.logs?.lowerBound == since ? "the rights log begins" : "it was first read"
    guard span.beginning >= DayNumber(since).date else {
      let told = held.count { $0.tenure.bounds.source != .reading }
      let seen = "those listed\(told == 0 ? "" : " by readings") were there on that day"
      let rest =
        held.isEmpty
        ? "nobody is known."
        : span.end > since || told == held.count
          ? "who held a role before and not then any more is missing where no other source names them."
          : "\(seen), and had an account \(span.phrase) as far as that is known."
      return CommandFailure(
        .incomplete,
        "Nobody looked at \(site.name) \(span.end <= since ? span.phrase : "in all of \(span.words)"): "
          + "\(first) on \(since.dayWords); \(rest)")
    }
    guard span.beginning <= until else {
      return CommandFailure(
        .incomplete,
        "Nobody looked at \(site.name) \(span.phrase): it was last read on \(until.dayWords).")
    }
    let isLogged = looks?.logs.map { $0.upperBound >= span.beginning } ?? false
    guard held.isEmpty, !readings.isRead else { return nil }
    if isLogged { return looks?.hiddenHolders(span.phrase) }
    return CommandFailure(
      .incomplete, "Nobody looked at \(site.name) \(span.phrase), and nobody is known.")
  }
}

extension ReadingsAround {
  /// Who looked at a site around a time, as the end of a sentence.
  func words(of name: String, _ span: TimeSpan, _ looks: SiteLooks?) -> String {
    if isRead { return "\(name) was read \(span.phrase)" }
    let around = [
      before.map { "before it on \($0.dayWords)" }, after.map { "after it on \($0.dayWords)" },
    ].compactMap(\.self).joined(separator: " and ")
    guard let logs = looks?.logs, logs.lowerBound < span.end, logs.upperBound >= span.beginning
    else { return "\(name) was read \(around)" }
    let log = "told by the rights log, which was read from \(logs.lowerBound.dayWords) on"
    let hidden =
      looks?.hidesRows == true
      ? "; it \(SiteLooks.hiding), so that others can have held a role" : ""
    return logs.lowerBound <= span.beginning || around.isEmpty
      ? log + hidden
      : "\(log); of the time before that only readings tell, \(around)\(hidden)"
  }
}

/// Former moderators: those whom readings had, and those of whom only a log tells.
struct FormerList {
  let listing: Listing

  /// - Parameters:
  ///   - seen: Rows of `former_moderators`.
  ///   - tenures: All tenures of the site.
  init(_ seen: Listing, _ tenures: [Tenure], _ site: Site) {
    let former = tenures.ofFormer
    var unseen = Dictionary(former.map { ($0.holder, $0.bounds) }, uniquingKeysWith: { $1 })
    var rows = seen.rows.map { row in
      let record = Record<ModeratorColumn>(row)
      let holder = Tenure.Holder(
        userID: record.number(.userID), name: record[.displayName] ?? "",
        role: record.role ?? .moderator)
      let bounds = unseen.removeValue(forKey: holder)
      return row + (bounds?.cells ?? TenureBounds.columns.map { _ in .null })
    }
    rows += former.filter { unseen[$0.holder] != nil }.map {
      $0.formerRow(on: site.ref) + $0.bounds.cells
    }
    listing = Listing(columns: seen.columns + TenureBounds.columns, rows: rows)
  }

  /// The same with its bounds in words, for people.
  static func table(of listing: Listing) -> Listing {
    let count = View.formerModerators.columns.count
    return Listing(
      columns: Array(listing.columns.prefix(count)) + TenureBounds.wordColumns,
      rows: listing.rows.map { row in
        let words = TenureBounds(cells: Array(row.dropFirst(count)))?.words
        return row.prefix(count) + (words ?? TenureBounds.wordColumns.map { _ in .null })
      })
  }
}

extension TenureBounds {
  static let columns = [
    TenureColumn.beganAfter, .beganBefore, .endedAfter, .endedBefore, .source, .sourceURL,
  ].map(\.column)

  var cells: Row {
    [
      Cell(beganAfter), Cell(beganBefore), Cell(endedAfter), Cell(endedBefore),
      .text(source.rawValue), Cell(sourceURL),
    ]
  }

  /// - Parameter cells: As ``cells`` has them; nil where they are empty.
  init?(cells: Row) {
    let dates = cells.prefix(4).map { Date(dayOrInstant: $0.description) }
    guard cells.count == 6, let began = dates[1], let ended = dates[2],
      let source = Source(rawValue: cells[4].description)
    else { return nil }
    self.init(
      beganAfter: dates[0], beganBefore: began, endedAfter: ended, endedBefore: dates[3],
      source: source, sourceURL: cells[5] == .null ? nil : cells[5].description)
  }

  static let wordColumns = [
    View.Column("from", .text, "When it began.", shortening: .never),
    View.Column("until", .text, "When it ended.", shortening: .never),
    View.Column("by", .text, "Who says so, such as readings or the network's log of rights."),
  ]

  /// Its beginning, its end and its source as people write them.
  var words: Row {
    [.text(from), .text(until), .text(by)]
  }
}

extension TimeSpan {
  /// Reads a day, a month or a year; throws `ValidationError` for anything else.
  init(option text: String) throws {
    guard let span = TimeSpan(text) else { throw ValidationError(TimeSpan.refusal) }
    self = span
  }
}
