import Foundation
import Reports
import TestKit
import Testing

/// The reports that `scripts/test-reports` opens in a browser. They are written only for it, into the
/// folder that it names.
struct BrowserReportTests {
  private static let folder = ProcessInfo.processInfo.environment["MODEXPORT_BROWSER_REPORTS"]

  @Test(.enabled(if: folder != nil, "only for scripts/test-reports"))
  func reportsForABrowserAreWritten() throws {
    let folder = try #require(Self.folder)
    let small = try ReportWriter(source: SampleSource.small).write(to: folder + "/small")
    #expect(small.files > 15)
    #expect(Set(hostileValues).count >= 200)
    _ = try ReportWriter(source: SampleSource.hostile(hostileValues)).write(to: folder + "/hostile")
    _ = try ReportWriter(source: SampleSource()).write(to: folder + "/empty")
    for years in [1, 2, 3, 5, 10] {
      _ = try ReportWriter(source: SampleSource.begun(yearsAgo: years))
        .write(to: folder + "/years-\(years)")
    }
    _ = try ReportWriter(source: SampleSource.ofTwoNetworks).write(to: folder + "/networks")
    let two = ManyPeople(count: 501)
    _ = try ReportWriter(source: two).write(to: folder + "/two")
    let long = ManyPeople(count: 2_500, largest: 2_450)
    _ = try ReportWriter(source: long).write(to: folder + "/long")
    let many = ManyPeople(count: 100_000)
    let pages = try ReportWriter(source: many).write(to: folder + "/many")
    // Pages and data files of 500 people each, and the names in files of 20,000.
    #expect(pages.files > 400)
  }
}
