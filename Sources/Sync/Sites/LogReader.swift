import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

/// Reads one log: what was added since the last run, and then what is older than the earliest row that was
/// read, page by page. Each page is stored at once, so that the next run goes on where this one ends.
struct LogReader {
  let archive: ArchiveDatabase
  let transport: any ClientTransport
  let time: any TimeSource
  let log: HistoryLog
  let network: NetworkID
  /// Of whom no row is stored; nil for nobody.
  var withheld: WithheldPeople?
  /// Gets what was not as expected.
  var warn: (String) -> Void = { _ in }

  /// Seconds. A row can become visible after a later one, so so much before the latest row is read
  /// again.
  static let overlap: TimeInterval = 3_600
  /// Pages of what was added since the last run, and of the rows of one second. A log that goes on adding ends
  /// nothing.
  var mostPages = 2_000
  /// Pages without a row in a row: a wiki leaves out what the reader may not see, and goes on.
  private static let mostEmptyPages = 20

  var ref: LogRef { LogRef(log.name, of: log.site, in: network) }

  /// - Parameters:
  ///   - state: How far the log was read.
  ///   - roles: The roles whose rows are wanted. Where rows about one of them were left out, the log is
  ///     read again from its end.
  ///   - pages: The maximum number of pages backwards. Where they all have the time of the earliest row that is
  ///     read, more are read, or the next run would read the same ones.
  /// - Throws: ``Fault`` where a page cannot be read; `Stopped`; `CancellationError`; `ArchiveError`.
  ///   What was read before is stored.
  func read(from state: LogState, about roles: Set<Role>, pages: Int) async throws {
    var state = state
    if !roles.isSubset(of: state.roles) { state = LogState(roles: state.roles.union(roles)) }
    var yetToCome = 0
    if let newest = state.newestAt {
      let start = newest.addingTimeInterval(-Self.overlap)
      yetToCome += try await read(.oldestFirst, from: start, most: mostPages, &state)
    }
    if !state.isWhole {
      yetToCome += try await read(.newestFirst, from: state.oldestAt, most: pages, &state)
    }
    if yetToCome > 0 {
      warn("\(title) has rows with a date that is yet to come, which are left out: \(yetToCome).")
    }
  }

  private func note(_ differing: DifferingRows) {
    guard differing.count > 0 else { return }
    let ids = differing.first.prefix(5).map { "\($0.counting.entry.id)" }.joined(separator: ", ")
    warn(
      "\(title) and an imported dump differ in \(differing.count.counted("row")), and the log counts; "
        + "ids: \(ids)\(differing.count > 5 ? " and others" : "").")
  }

  private var title: String { "The log \(log.name)\(log.site.map { " of \($0.id)" } ?? "")" }

  /// - Returns: How many rows were left out because they are dated more than a day ahead.
  private func read(
    _ order: LogOrder, from start: Date?, most: Int, _ state: inout LogState
  ) async throws -> Int {
    var query = LogQuery(order, from: start)
    var positions: Set<PagePosition> = []
    var emptyPages = 0
    var (count, yetToCome) = (0, 0)
    while count < most || count < mostPages && !state.isFurther(than: start, order) {
      count += 1
      let sentAt = time.now
      var request = log.request(query)
      request.site = log.site
      let answer = try await transport.send(request)
      let page = try answer.value()
      state.take(page, order, trueAt: sentAt - (answer.head?.age ?? 0))
      let known = page.items.filter { !$0.time.isYetToCome(at: sentAt) }
      yetToCome += page.items.count - known.count
      let items = try withheld?.leavingOut(known, of: ref) ?? known
      note(try archive.record(items, of: ref, reaching: state))
      guard let next = page.next else { return yetToCome }
      guard positions.insert(next).inserted else {
        throw Fault(.undecodable, "the log \(log.name) names the same page twice as the next one")
      }
      emptyPages = page.items.isEmpty ? emptyPages + 1 : 0
      guard emptyPages < Self.mostEmptyPages else {
        throw Fault(
          .undecodable, "the log \(log.name) goes on after \(emptyPages) pages without a row")
      }
      query.position = next
    }
    guard state.isFurther(than: start, order) else {
      throw Fault(
        .undecodable,
        "the log \(log.name) has more rows than \(count) pages\(start.map { " at \($0.rfc3339)" } ?? "")"
          + ": no run comes further")
    }
    return yetToCome
  }
}

extension LogState {
  /// Whether the next run begins elsewhere than at a moment.
  fileprivate func isFurther(than start: Date?, _ order: LogOrder) -> Bool {
    switch order {
    case .newestFirst: oldestAt != start
    case .oldestFirst: newestAt?.addingTimeInterval(-LogReader.overlap) != start
    }
  }

  /// Notes a page.
  ///
  /// - Parameter date: When the page was true, at the earliest: when it was asked for, or earlier in a cache.
  fileprivate mutating func take(_ page: Page<LogEntry>, _ order: LogOrder, trueAt date: Date) {
    let times = page.items.map(\.time)
    // A row with a date to come must not keep those that are added until then from being read.
    let (first, last) = (times.min(), times.max().map { min($0, date) })
    switch order {
    case .newestFirst:
      // Of a log that was not read before, the first page has the end.
      if newestAt == nil {
        newestAt = last ?? date
        readUntil = date
      }
      oldestAt = [oldestAt, first].compactMap(\.self).min()
      if page.next == nil { isWhole = true }
    case .oldestFirst:
      newestAt = [newestAt, last].compactMap(\.self).max()
      if page.next == nil { readUntil = [readUntil, date].compactMap(\.self).max() }
    }
  }
}
