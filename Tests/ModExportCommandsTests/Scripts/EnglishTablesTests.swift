import Foundation
import Testing

/// `scripts/english_tables.py`, whose tables are linked into the release program in place of all of ICU's.
@Suite(.timeLimit(.minutes(5)))
struct EnglishTablesTests {
  /// Prints what Foundation does by tables: all that the program asks for, and what else is English.
  private static let probe = #"""
    import Foundation
    func sum(_ texts: some Sequence<String>) -> UInt64 {
      texts.joined(separator: "\n").utf8.reduce(14_695_981_039_346_656_037) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      }
    }
    let scalars = (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init).map { String($0) }
    print(sum(scalars.map(\.decomposedStringWithCompatibilityMapping)))
    print(sum(scalars.map(\.precomposedStringWithCompatibilityMapping)))
    print(sum(scalars.dropFirst(0x80).prefix(0x6000).map {
      URLComponents(string: "https://a\($0)b")?.encodedHost ?? "none"
    }))
    let day = Date(timeIntervalSince1970: 1_561_863_600)
    print(sum(TimeZone.knownTimeZoneIdentifiers.map {
      "\($0) \(TimeZone(identifier: $0)?.secondsFromGMT(for: day) ?? -1)"
    }))
    print(day.formatted(.iso8601), day.formatted(date: .complete, time: .complete))
    print((1_234_567.5).formatted(), ["z", "É", "e", "a10", "a9"].sorted {
      $0.localizedStandardCompare($1) == .orderedAscending
    })
    """#

  @Test func aProgramWithEnglishTablesSaysTheSameAndIsSmaller() throws {
    let folder = try ScriptFolder()
    try Data(Self.probe.utf8).write(to: URL(filePath: "\(folder.path)/probe.swift"))
    let (process, output, messages) = folder.process([
      "-c",
      """
      set -e
      source scripts/lib.sh
      english_tables .
      build=(swiftc -static-stdlib -use-ld=lld -Xlinker --gc-sections probe.swift)
      "${build[@]}" -o all 2>&1
      "${build[@]}" -o english -Xlinker "--wrap=$(<icu.name)" -Xlinker icu.o 2>&1
      ./all >all.txt
      ./english >english.txt
      diff all.txt english.txt
      wc -l <all.txt
      (($(stat -c %s all) - $(stat -c %s english) > 25000000)) && echo smaller
      """,
    ])
    try process.run()
    #expect(output.text == "6\nsmaller\n")
    #expect(messages.text.isEmpty)
    process.waitUntilExit()
  }
}
