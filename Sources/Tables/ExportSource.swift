package import Roster

/// What an export is made from: the archive as it was at one moment. Every call has to see the same moment;
/// two exports of one archive are then the same bytes.
package protocol ExportSource {
  /// The program and its version, such as `modexport 0.2.0`.
  var generator: String { get }
  /// The archive's UUID, which is unique and never changes.
  var identity: String { get }
  /// The number of the latest run that had ended; 0 without one.
  var latestRun: Int { get }

  /// Calls `body` with each row of a view, by network and site, one at a time.
  func forEachRow(of view: View, _ body: (Row) throws -> Void) throws
}
