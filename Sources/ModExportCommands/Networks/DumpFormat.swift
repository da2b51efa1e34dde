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
  /// The names of the logs that a document has.
  var logs: [String]
  /// The name of the log about all sites of the network, in which one site tells of the others; nil where there is none.
  var central: String?
  var read: @Sendable (XMLRecords) throws -> LogDump
}

/// A dump of the logs of one site while it is read.
package struct LogDump {
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
