import Gzip
import Testing

struct GzipTests {
  static let text = Array(String(repeating: "moderators of every site ", count: 10_000).utf8)

  @Test(arguments: [Gzip.Format.gzip, .zlib, .rawDeflate])
  func whatWasPackedComesBack(format: Gzip.Format) throws {
    for bytes in [[], [7], Self.text] {
      let packed = Gzip.pack(bytes, format)
      #expect(try Gzip.unpack(packed, format, limit: Self.text.count) == bytes)
      #expect(Gzip.isGzip(packed) == (format == .gzip))
    }
  }

  @Test func theLeastEffortGivesTheSameBytesBack() throws {
    let packed = Gzip.pack(Self.text, effort: .least)
    #expect(try Gzip.unpack(packed, .gzip, limit: Self.text.count) == Self.text)
  }

  @Test func everyPrefixIsCutShort() {
    let packed = Gzip.pack(Array("a short answer".utf8))
    for length in 0..<packed.count {
      #expect(throws: Gzip.Failure.cutShort) {
        try Gzip.unpack(Array(packed[..<length]), .gzip, limit: 1_000)
      }
    }
  }

  @Test func aBombStopsAtTheLimit() {
    let packed = Gzip.pack([UInt8](repeating: 0, count: 10 << 20))
    #expect(packed.count < 20_000)
    #expect(throws: Gzip.Failure.tooLarge(limit: 1 << 20)) {
      try Gzip.unpack(packed, .gzip, limit: 1 << 20)
    }
  }

  @Test func otherBytesAndWrongChecksumsAreCorrupt() {
    var packed = Gzip.pack(Self.text)
    packed[packed.count - 5] ^= 1
    for bytes in [packed, Array("<html>".utf8)] {
      #expect(throws: Gzip.Failure.corrupt) {
        try Gzip.unpack(bytes, .gzip, limit: Self.text.count)
      }
    }
  }
}
