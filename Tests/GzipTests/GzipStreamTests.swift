import Gzip
import Testing

struct GzipStreamTests {
  @Test(arguments: [0, 1, 1_000, 70_000, 300_000])
  func whatIsAddedPieceByPieceIsUnpacked(count: Int) throws {
    // Numbers that compress badly, so that a piece gives more than one chunk.
    var state: UInt32 = 7
    let bytes = (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    for size in [1_000, 65_536, 200_000] {
      let stream = GzipStream()
      var packed: [UInt8] = []
      for start in stride(from: 0, to: count, by: size) {
        packed += stream.add(Array(bytes[start..<min(start + size, count)]))
      }
      packed += stream.finish()
      #expect(try GzipCodec.unpack(packed, .gzip, limit: count + 1) == bytes)
      // No time, no name.
      #expect(Array(packed[3..<8]) == [0, 0, 0, 0, 0])
    }
  }
}
