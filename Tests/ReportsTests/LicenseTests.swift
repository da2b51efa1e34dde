import Reports
import Testing

struct LicenseTests {
  @Test(arguments: [
    "CC-BY-SA-4.0", "DL-DE-BY-2.0", "GPL-2.0+", "MIT OR CC0-1.0", "LicenseRef-ours",
    "(MIT AND CC0-1.0) OR GPL-2.0-only WITH Classpath-exception-2.0",
    "DocumentRef-a:LicenseRef-b AND MIT", "https://example.org/terms",
  ])
  func anSPDXExpressionOrAnAddressIsTaken(text: String) { #expect(License(text) != nil) }

  @Test(arguments: [
    "", "free for all", "MIT OR", "AND MIT", "MIT (CC0-1.0)", "(MIT", "MIT)", "()", "MIT OR OR MIT",
    "ftp://example.org/terms", "https://example.org/two words", "MIT, CC0-1.0",
  ])
  func anythingElseIsRefused(text: String) { #expect(License(text) == nil) }
}
