import Gzip
import TestKit
import Testing

struct DictionaryCodecTests {
  private static let text = Array("The quick brown fox jumps over the lazy dog, and so on.".utf8)

  @Test func whatWasPackedComesBack() throws {
    let seed: UInt64 = 5
    var random = SeededRandom(seed: seed)
    for size in [0, 1, 300, 5_000, 20_000, 300_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 60..<70, using: &random) }
      for dictionary in [[], Self.text, bytes, Array(bytes.suffix(9_000) + bytes.prefix(99))] {
        let packed = DictionaryCodec.pack(bytes, dictionary: dictionary)
        let unpacked = try DictionaryCodec.unpack(packed, dictionary: dictionary, limit: size)
        #expect(unpacked == bytes, "seed \(seed), \(size) bytes")
      }
    }
  }

  @Test func aTextOfTheDictionaryTakesFewBytes() {
    #expect(DictionaryCodec.pack(Self.text, dictionary: Self.text).count < 10)
    #expect(DictionaryCodec.pack(Self.text, dictionary: []).count > 40)
  }

  @Test func whatIsNotSuchAStreamIsNamed() throws {
    let packed = DictionaryCodec.pack(Self.text, dictionary: Self.text)
    #expect(throws: GzipCodec.Failure.cutShort) {
      try DictionaryCodec.unpack(Array(packed.dropLast()), dictionary: Self.text, limit: 100)
    }
    #expect(throws: GzipCodec.Failure.tooLarge(limit: 20)) {
      try DictionaryCodec.unpack(packed, dictionary: Self.text, limit: 20)
    }
    #expect(throws: GzipCodec.Failure.corrupt) {
      try DictionaryCodec.unpack(packed, dictionary: [], limit: 100)
    }
    #expect(throws: GzipCodec.Failure.corrupt) {
      try DictionaryCodec.unpack([0xFF, 0xFF], dictionary: [], limit: 100)
    }
  }
}
