import FoundationEssentials
import Tables
import TestKit
import Testing

@testable import Reports

/// Values in a page for its script.
struct PageDataTests {
  @Test func noTextEndsTheElement() throws {
    let texts = hostileValues + ["</script>", "<!--<script>", "]]>", "&lt;", "\u{2028}"]
    let html = String(decoding: HTML.data(.array(texts.map { .text($0) })).bytes, as: UTF8.self)
    let parts = html.split(separator: /<[^>]*>/)
    #expect(parts.count == 1)
    let json = try #require(parts.first)
    #expect(!json.contains { "<>&".contains($0) })
    let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
    #expect(read == texts)
  }
}
