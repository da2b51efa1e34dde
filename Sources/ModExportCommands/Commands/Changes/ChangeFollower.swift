import Archive
import FoundationEssentials
import Roster

/// Prints changes as they are published.
///
/// The archive is opened anew each time, which takes about a millisecond: a process that kept it open
/// would keep the write-ahead log alive, and the archive would not be one file between two runs.
struct ChangeFollower {
  private static let pause = Duration.seconds(1)

  private var filter: ChangeFilter
  private var stream: ChangeStream
  private var today: String
  private let file: CursorFile?
  private let context: CommandContext

  /// - Parameters:
  ///   - filter: With the cursor to begin after.
  ///   - file: Gets the cursor of what was printed; nil for none.
  init(
    _ filter: ChangeFilter, _ output: OutputOptions, zone: TimeZone, _ file: CursorFile?,
    in context: CommandContext
  ) throws {
    self.filter = filter
    self.file = file
    self.context = context
    stream = try ChangeStream(output, zone: zone, isEndless: true, in: context)
    today = context.today
  }

  /// Runs until its task is cancelled, which is its normal end.
  ///
  /// - Throws: `StreamFailure` as soon as nobody can read the results any more; errors of the archive.
  mutating func run() async throws {
    do {
      while true {
        try printNew()
        try await context.sleep(Self.pause)
        try context.results.checkReader()
        announceNewDay()
      }
    } catch is CancellationError {
      try stream.finish()
      if let cursor = filter.after { context.note("Continue with --after \(cursor).") }
    }
  }

  private mutating func printNew() throws {
    let (page, names) = try context.readArchive { archive in
      let page = try archive.changes(filter)
      return (page, page.listing.rows.isEmpty ? TypedNames([:]) : try archive.typedNames())
    }
    try stream.write(page, names)
    try stream.flush()
    if filter.after != page.newer { try file?.write(page.newer) }
    filter.after = page.newer
  }

  private mutating func announceNewDay() {
    guard context.today != today else { return }
    today = context.today
    context.note("A new day: \(today).")
  }
}
