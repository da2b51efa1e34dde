import Archive
import FoundationEssentials
import Roster
import Tables

/// Writes changes as lines for people, or as rows, one page at a time.
struct ChangeStream {
  private enum Form {
    case announcements(Terminal)
    case rows(any RowWriter)
  }

  private var form: Form
  /// Whether each row ends with its cursor.
  private let hasCursors: Bool
  private let results: ResultStream

  /// - Parameters:
  ///   - isEndless: Whether the stream has no known end: JSON is then one object a line, since
  ///     an array can be read only at its end.
  /// - Throws: `StreamFailure`.
  init(
    _ output: OutputOptions, isEndless: Bool = false, in context: CommandContext
  ) throws {
    var output = output
    if isEndless, output.json { (output.json, output.jsonl) = (false, true) }
    results = context.results
    hasCursors = output.json || output.jsonl
    let cursor = View.Column("cursor", .text, "The --after with which a listing goes on after it.")
    let columns = View.changes.columns + (hasCursors ? [cursor] : [])
    let writer = try context.printer(output).writer(of: columns)
    form = writer.map(Form.rows) ?? .announcements(context.resultTerminal)
  }

  mutating func write(_ page: ChangePage, _ names: TypedNames) throws {
    let rows = page.listing.rows
    switch form {
    case .announcements(let terminal):
      let announcements = rows.map { Announcement($0, names: names, terminal: terminal) }
      // Elsewhere lines do not depend on those beside them.
      func width(_ part: KeyPath<Announcement, String>) -> Int {
        let widths = announcements.map { DisplayWidth.columns(of: $0[keyPath: part]) }
        return terminal.isTerminal ? widths.max() ?? 0 : 0
      }
      let columns = (time: width(\.time), subject: width(\.subject))
      for announcement in announcements {
        try results.write(announcement.text(beside: columns, columns: terminal.columns))
      }
    case .rows(var writer):
      for (row, cursor) in zip(rows, page.cursors) {
        try writer.write(hasCursors ? row + [.text(cursor)] : row)
      }
      form = .rows(writer)
    }
  }

  /// The sentences of a page as a table.
  static func table(
    of page: ChangePage, _ names: TypedNames, _ terminal: Terminal
  ) -> Listing {
    Listing(
      columns: ["when", "site", "change"].map { View.Column($0, .text, "") },
      rows: page.listing.rows.map { row in
        let told = Announcement(row, names: names, terminal: terminal)
        return [.text(told.time), .text(told.site), .text(told.news)]
      })
  }

  /// Flushes what was written so far, so that a reader sees it.
  mutating func flush() throws {
    if case .rows(var writer) = form {
      try writer.flush()
      form = .rows(writer)
    }
    try results.flush()
  }

  /// Ends the document.
  func finish() throws {
    if case .rows(var writer) = form { try writer.finish() }
  }
}

extension ArchiveDatabase {
  /// The cursor after which there is nothing yet.
  func newestChange() throws -> String {
    try changes(ChangeFilter(limit: 1)).newer
  }
}

/// One change as a sentence: "between 18 Nov and 20 Nov 2026  math/12  Mathematics: Ann Example joined".
struct Announcement {
  /// The readings between which it happened.
  let time: String
  /// What other commands take: the site and the user, or the site alone.
  let subject: String
  let site: String
  /// What happened.
  let news: String

  /// - Parameter row: A row of the `changes` view.
  init(_ row: Row, names: TypedNames, terminal: Terminal) {
    let change = Record<ChangeColumn>(row)
    let instants = [change[.previousWalkAt], change[.observedAt]].map { $0 ?? "" }
    time =
      instants.allSatisfy { Date(dayOrInstant: $0) != nil }
      ? DayWords.between(instants[0], instants[1]) : VisibleText.sanitized(instants[1])
    let place = change.site
    let user = change.number(.userID).map { "/\($0)" } ?? ""
    subject = VisibleText.sanitized(names.id(of: place) + user)
    news = change.words(show: terminal.shown)
      .sentence(of: terminal.shown(change[.displayName] ?? "somebody"))
    site = terminal.shown(names.name(of: place))
  }

  /// One line, on a terminal so many that nothing is wider than it; with its line break.
  ///
  /// - Parameters:
  ///   - widths: Those of the widest time and subject beside these.
  ///   - columns: The width of the terminal; nil for none.
  func text(beside widths: (time: Int, subject: Int), columns: Int?) -> String {
    func filled(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: text)))
    }
    let start = "\(filled(time, widths.time))  \(filled(subject, widths.subject))  "
    let sentence = "\(site): \(news)"
    guard let columns,
      DisplayWidth.columns(of: "\(filled(time, widths.time))  \(subject)") > columns
    else { return WrappedText.beside(start, sentence, columns: columns) }
    return "\(time)\n" + WrappedText.beside("\(subject)  ", sentence, columns: columns)
  }
}
