package import FoundationEssentials
package import Markup
import Networks
package import Roster

/// A dump of a wiki's logs (`pages-logging.xml`), read row after row.
package final class WikiLogDump {
  /// The name of the wiki's database, such as `dewiki`, and the address of its main page, as the dump has them.
  package let wikiID: String?
  package let address: String?
  /// Rows of all logs that were read so far.
  package private(set) var count = 0
  private let records: XMLRecords
  private var pending: XMLRecord?
  private var firstTime: Date?
  /// The latest one.
  private var lastTime: (text: String, line: Int, id: Int)?
  private var firstID = 0
  private var lastID = 0

  /// The name of the root of such a document.
  package static let root = "mediawiki"
  /// The parts of rows and of the dump's head that are read.
  package static let fields: Set<String> = [
    "id", "timestamp", "type", "action", "logtitle", "params", "dbname", "base",
  ]

  /// Reads the head of a dump.
  ///
  /// - Parameter records: With ``fields``, of a document with ``root``.
  /// - Throws: `XMLFailure` where the document is damaged; what the records' source throws.
  package init(_ records: XMLRecords) throws {
    self.records = records
    let first = try records.next()
    let isHead = first?.name == "siteinfo"
    pending = isHead ? nil : first
    wikiID = isHead ? first?.fields["dbname"] : nil
    address = isHead ? first?.fields["base"] : nil
  }

  /// The next row about rights or a rename; nil at the end of the dump.
  ///
  /// - Throws: `XMLFailure` where the document is damaged, or a row has no id or time, or is not after the one before;
  ///   what the records' source throws.
  package func next() throws -> (log: WikiLog, entry: LogEntry)? {
    while let record = try pending ?? records.next() {
      pending = nil
      if record.name == "page" {
        throw records.failure("it is a dump of pages: pages-logging.xml has the logs")
      }
      guard record.name == "logitem" else { continue }
      let id = try note(record)
      guard let type = record.fields["type"], let log = WikiLog(rawValue: type) else { continue }
      let title = record.fields["logtitle"]
      guard title?.utf8.count ?? 0 <= Bounds.name,
        record.fields["action"]?.utf8.count ?? 0 <= Bounds.word
      else { throw failure(record, "has a title that is too long for one") }
      let row = LogRow(
        id: id, time: try time(record), action: record.fields["action"], title: title,
        record.fields["params"].map { LogRow.Params(stored: $0, of: log) })
      if log == .renames || row.isOfGroups { return (log, row.entry(of: log)) }
    }
    return nil
  }

  /// From when to when the dump has all rows, and whether it begins with the log itself. A wiki can add rows with an earlier
  /// time, as those of another wiki: the last one need not be the latest.
  ///
  /// - Throws: `XMLFailure` where the dump has no row, or the latest one has no time.
  package func reach() throws -> (first: Date, last: Date, isWhole: Bool) {
    guard let firstTime, let lastTime else { throw records.failure("the dump has no rows of logs") }
    guard let last = Date(dayOrInstant: lastTime.text) else {
      throw XMLFailure(lastTime.line, "row \(lastTime.id) has no time")
    }
    return (firstTime, last, firstID == 1)
  }

  /// Notes a row of any log. Times, which are written so that the latest one is the last text, are not all read: most rows are
  /// about pages.
  private func note(_ record: XMLRecord) throws -> Int {
    guard let id = record.fields["id"].flatMap({ Int($0) }), id > 0 else {
      throw XMLFailure(record.line, "a row has no id")
    }
    guard id > lastID else { throw failure(record, "is not after the one before, \(lastID)") }
    if count == 0 { (firstID, firstTime) = (id, try time(record)) }
    guard let time = record.fields["timestamp"] else { throw failure(record, "has no time") }
    if lastTime.map({ $0.text <= time }) ?? true { lastTime = (time, record.line, id) }
    lastID = id
    count += 1
    return id
  }

  private func time(_ record: XMLRecord) throws -> Date {
    guard let time = record.fields["timestamp"].flatMap(Date.init(dayOrInstant:)) else {
      throw failure(record, "has no time")
    }
    return time
  }

  private func failure(_ record: XMLRecord, _ what: String) -> XMLFailure {
    XMLFailure(record.line, "row \(record.fields["id"] ?? "") \(what)")
  }
}
