import Gzip
import Testing

struct GzipTests {
  static let text = Array(String(repeating: "moderators of every site ", count: 10_000).utf8)

  @Test(arguments: [GzipCodec.Format.gzip, .zlib, .rawDeflate])
  func whatWasPackedComesBack(format: GzipCodec.Format) throws {
    for bytes in [[], [7], Self.text] {
      let packed = GzipCodec.pack(bytes, format)
      #expect(try GzipCodec.unpack(packed, format, limit: Self.text.count) == bytes)
      #expect(GzipCodec.isGzip(packed) == (format == .gzip))
    }
  }

  @Test func theLeastEffortGivesTheSameBytesBack() throws {
    let packed = GzipCodec.pack(Self.text, effort: .least)
    #expect(try GzipCodec.unpack(packed, .gzip, limit: Self.text.count) == Self.text)
  }

  @Test func everyPrefixIsCutShort() {
    let packed = GzipCodec.pack(Array("a short answer".utf8))
    for length in 0..<packed.count {
      #expect(throws: GzipCodec.Failure.cutShort) {
        try GzipCodec.unpack(Array(packed[..<length]), .gzip, limit: 1_000)
      }
    }
  }

  @Test func aBombStopsAtTheLimit() {
    let packed = GzipCodec.pack([UInt8](repeating: 0, count: 10 << 20))
    #expect(packed.count < 20_000)
    #expect(throws: GzipCodec.Failure.tooLarge(limit: 1 << 20)) {
      try GzipCodec.unpack(packed, .gzip, limit: 1 << 20)
    }
  }

  @Test func otherBytesAndWrongChecksumsAreCorrupt() {
    var packed = GzipCodec.pack(Self.text)
    packed[packed.count - 5] ^= 1
    for bytes in [packed, Array("<html>".utf8)] {
      #expect(throws: GzipCodec.Failure.corrupt) {
        try GzipCodec.unpack(bytes, .gzip, limit: Self.text.count)
      }
    }
  }
}
