import Foundation
import Fuzzing
import TestKit
import Testing

/// The rules of ``FuzzTarget`` without a fuzzer: on the corpora, in which is what fuzzing found, and on changes of them.
struct CorpusTests {
  private static func corpus(of target: FuzzTarget) throws -> [(name: String, input: [UInt8])] {
    let folder = projectFolder.appending(path: "Tests/Fuzzing/Corpora/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func theRulesHoldForTheCorpus(target: FuzzTarget) throws {
    let corpus = try Self.corpus(of: target)
    #expect(corpus.count >= 3)
    for (name, input) in corpus {
      #expect(throws: Never.self, "\(name)") { try target.check(input) }
    }
  }

  /// How many inputs for each target; `FUZZ_COUNT` sets more.
  private static let count =
    ProcessInfo.processInfo.environment["FUZZ_COUNT"].flatMap { Int($0) } ?? 300

  @Test(arguments: FuzzTarget.allCases)
  func theRulesHoldForChangesOfTheCorpus(target: FuzzTarget) throws {
    let corpus = try Self.corpus(of: target).map(\.input)
    var random = SeededRandom(seed: 7)
    for number in 0..<Self.count {
      let input = Self.changed(random.pick(corpus), with: random.pick(corpus), &random)
      #expect(throws: Never.self, "seed 7, input \(number): \(input)") { try target.check(input) }
    }
  }

  /// The input with some bytes of it changed, removed, repeated, or taken from another one.
  private static func changed(
    _ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom
  ) -> [UInt8] {
    var bytes = input
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: bytes.indices, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...16, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      default: bytes.replaceSubrange(start..<end, with: other.dropFirst(start).prefix(16))
      }
    }
    return bytes
  }
}
