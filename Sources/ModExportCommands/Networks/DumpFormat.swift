import Archive
import FoundationEssentials
import Markup
import Roster

/// How the sites of a network publish their past as a document.
package struct DumpFormat: Sendable {
  /// The name of the document's root.
  var root: String
  /// The names of the parts of its rows that are read.
  var fields: Set<String>
  var content: Content

  /// What such a document has.
  enum Content: Sendable {
    case logs(LogFormat)
    /// Tenures at one site, which it does not name: gives the next one, and nil at the end.
    case tenures(@Sendable (XMLRecords) -> () throws -> Tenure?)
  }

  /// A document with the logs of one site.
  struct LogFormat: Sendable {
    /// The names of the logs.
    var names: [String]
    /// The name of the log about all sites of the network, in which one site tells of the others; nil where there is none.
    var central: String?
    var read: @Sendable (XMLRecords) throws -> LogDump
  }

  /// What the document is where it has logs.
  var logs: LogFormat? {
    if case .logs(let format) = content { format } else { nil }
  }
}

/// A dump of the logs of one site while it is read.
struct LogDump {
  /// The id of the site in a network that lists its sites, and its address, as the dump has them.
  var siteID: SiteID?
  var address: String?
  /// The next row, with the name of its log; nil at the end.
  var next: () throws -> (log: String, entry: LogEntry)?
  /// How many rows of any log were read.
  var count: () -> Int
  /// How far it reaches, once it was read.
  var reach: () throws -> LogDumpReach
}
