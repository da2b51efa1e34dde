import FoundationEssentials
import Glibc
import Tables
import TestKit
import Testing

@testable import ModExportCommands

struct StreamTests {
  @Test func resultsAreWrittenInLargePieces() throws {
    let sink = CapturedStream()
    let stream = ResultStream(sink)
    let line = String(repeating: "x", count: 99) + "\n"
    for _ in 0..<2_000 { try stream.write(line) }
    try stream.flush()
    try stream.flush()
    #expect(sink.text == String(repeating: line, count: 2_000))
    #expect(sink.writes == 4)
  }

  @Test func messagesStandAboveTheStatusLine() {
    let sink = CapturedStream()
    let stream = MessageStream(sink)
    stream.write("one\n")
    stream.showStatus("[#.]")
    stream.showStatus("[#.]")
    stream.write("two\n")
    stream.showStatus("")
    stream.write("")
    stream.write("three\n")
    let erase = "\r\u{1B}[K"
    #expect(sink.text == "one\n\(erase)[#.]\(erase)two\n[#.]\(erase)three\n")
  }

  @Test func aMessageThatNobodyCanReadIsDropped() {
    let failure = StreamFailure(stream: "standard error", reason: "Broken pipe")
    MessageStream(CapturedStream(failing: failure)).write("lost\n")
  }

  @Test func aDescriptorTakesEverything() throws {
    try withPipe { reader, writer in
      try FileDescriptorSink(descriptor: writer, name: "pipe").write(Array("håp".utf8))
      var buffer = [UInt8](repeating: 0, count: 16)
      let count = unsafe read(reader, &buffer, buffer.count)
      #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "håp")
    }
  }

  @Test func aPipeWithoutReaderIsKnown() throws {
    System.ignoreBrokenPipes()
    try withPipe { reader, writer in
      close(reader)
      let failure = #expect(throws: StreamFailure.self) {
        try FileDescriptorSink(descriptor: writer, name: "standard output").write([1])
      }
      #expect(failure?.isClosedPipe == true)
    }
  }

  @Test func aFullDeviceIsNamed() throws {
    let device = unsafe open("/dev/full", O_WRONLY)
    try #require(device >= 0)
    defer { close(device) }
    let failure = #expect(throws: StreamFailure.self) {
      try FileDescriptorSink(descriptor: device, name: "standard output").write([1])
    }
    #expect(failure?.stream == "standard output")
    #expect(failure?.reason == "No space left on device")
    #expect(failure?.isClosedPipe == false)
  }

  @Test func aNoteStandsAfterTheResultsAndHidesNoFailure() throws {
    let sink = CapturedStream()
    let results = ResultStream(sink)
    try results.write("row\n")
    results.flushBeforeNote()
    #expect(sink.text == "row\n")
    let full = StreamFailure(stream: "standard output", reason: "No space left on device")
    let lost = ResultStream(CapturedStream(failing: full))
    try lost.write("row\n")
    lost.flushBeforeNote()
    #expect(throws: full) { try lost.flush() }
    #expect(throws: Never.self) { try lost.flush() }
    try lost.write("row\n")
    lost.flushBeforeNote()
    #expect(throws: full) { try lost.write("row\n") }
  }

  @Test func aPipeIsNoTerminalAndAPseudoTerminalIs() throws {
    try withPipe { reader, _ in
      #expect(!System.isTerminal(reader))
      #expect(System.windowColumns(reader) == nil)
    }
    let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    defer { close(master) }
    #expect(System.isTerminal(master))
    var size = winsize(ws_row: 24, ws_col: 97, ws_xpixel: 0, ws_ypixel: 0)
    #expect(unsafe ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    #expect(System.windowColumns(master) == 97)
  }

  private func withPipe(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try body(ends[0], ends[1])
  }
}
