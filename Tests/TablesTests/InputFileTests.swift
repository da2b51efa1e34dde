import Foundation
import Gzip
import Tables
import TestKit
import Testing

struct InputFileTests {
  private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

  private static func content(of bytes: [UInt8]) throws -> [UInt8] {
    try withTemporaryFolder { folder in
      let path = folder + "/dump.xml.gz"
      try Data(bytes).write(to: URL(filePath: path))
      let file = try InputFile(at: path)
      #expect(file.name == "dump.xml.gz" && file.bytes == bytes.count && file.sha256.count == 64)
      let beginning = try file.peek()
      var content: [UInt8] = []
      while case let piece = try file.read(), !piece.isEmpty { content += piece }
      #expect(Array(content.prefix(beginning.count)) == beginning)
      return content
    }
  }

  @Test func aFileIsReadPlainOrUnpacked() throws {
    let packed = GzipCodec.pack(Self.bytes)
    #expect(try Self.content(of: Self.bytes) == Self.bytes)
    #expect(try Self.content(of: packed) == Self.bytes)
    // Several streams one after the other, as parallel programs write them.
    #expect(try Self.content(of: packed + packed) == Self.bytes + Self.bytes)
    #expect(try Self.content(of: []) == [])
  }

  @Test(arguments: [
    (900, "is cut short: its compressed content goes on"),
    (-1, "is damaged: it cannot be decompressed"),
  ])
  func damageIsNamed(end: Int, failure: String) {
    var packed = GzipCodec.pack(Self.bytes)
    if end > 0 { packed = Array(packed.prefix(end)) } else { packed[packed.count / 2] ^= 0xFF }
    let thrown = #expect(throws: InputFile.Failure.self) { try Self.content(of: packed) }
    #expect(thrown?.description == failure)
  }

  @Test(arguments: [[0], [0x1F], Array("more".utf8), Array(GzipCodec.pack(bytes).prefix(1))])
  func whatFollowsACompressedFileIsNotIgnored(rest: [UInt8]) {
    let thrown = #expect(throws: InputFile.Failure.self) {
      try Self.content(of: GzipCodec.pack(Self.bytes) + rest)
    }
    #expect(
      thrown?.description == "is damaged: something follows the end of its compressed content")
  }

  /// A stream that ends where a piece of the file does, and one within the mark of the next.
  @Test func streamsMayEndAnywhereInAPiece() throws {
    let packed = GzipCodec.pack(Self.bytes)
    for length in [(256 << 10) - 1, 256 << 10] {
      // A stream without content is as long as its name.
      var first: [UInt8] = []
      while first.count + packed.count <= length { first += packed }
      let empty = GzipCodec.pack([])
      let count = first.count / packed.count
      let name =
        [UInt8](repeating: UInt8(ascii: "x"), count: length - first.count - empty.count - 1) + [0]
      first += empty.prefix(3) + [8] + empty[4..<10] + name + empty[10...]
      #expect(first.count == length)
      let expected = (0...count).flatMap { _ in Self.bytes }
      #expect(try Self.content(of: first + packed) == expected)
    }
  }

  @Test func whatIsNoFileIsNotRead() throws {
    try withTemporaryFolder { folder in
      let pipe = folder + "/pipe"
      let made = unsafe mkfifo(pipe, 0o600)
      #expect(made == 0)
      for path in [folder, pipe] {
        let thrown = #expect(throws: InputFile.Failure.self) { try InputFile(at: path) }
        #expect(thrown?.description == "is not a file that can be read")
      }
      let thrown = #expect(throws: InputFile.Failure.self) { try InputFile(at: folder + "/none") }
      #expect(thrown?.description == "cannot be read: No such file or directory")
    }
  }
}
