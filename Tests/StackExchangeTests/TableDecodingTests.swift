import FoundationEssentials
import Roster
import StackExchange
import TestKit
import Testing
import Transport

/// Pages of users are read by simdjson where they are plain, and by Foundation's decoder otherwise: both must say
/// the same of each page.
struct TableDecodingTests {
  private static func read(_ body: [UInt8], idsOnly: Bool) -> String {
    let request = APIEndpoint().moderators(
      of: "cooking", page: 1, pageSize: 3, order: .ascending, filter: Filter(id: "x", isSafe: true),
      idsOnly: idsOnly)
    let answer = request.read(RawResponse(status: 200, body: body))
    return "\(answer.outcome) \(answer.backoff ?? 0) \(String(describing: answer.quota)) "
      + String(reflecting: answer.payload)
  }

  /// With a name that simdjson's table refuses, and that says nothing.
  private static func leftToFoundation(_ body: [UInt8]) -> [UInt8] {
    body.first == UInt8(ascii: "{") ? Array(#"{"error_id":null,"#.utf8) + body.dropFirst() : body
  }

  private static let values = [
    "null", "true", "false", "0", "1", "-1", "-0", "42", "2147483647", "2147483648", "-2147483649",
    "1.0", "1.5",
    "1e2", "9007199254740993", "9223372036854775807", "18446744073709551616", "253402300799",
    "253402300800",
    #""""#, #""7""#, #""D&#39;A &amp;amp; é""#, #""\ud83d\ude00\u0000""#, #""\ud800""#,
    #""<p>Hi <b>you</b></p>""#,
    "\"\(String(repeating: "x", count: 4_001))\"", "[]", "{}", "[1]",
    #"{"gold":1,"silver":2,"bronze":3}"#,
    #"{"gold":1}"#, #"{"gold":null,"silver":"2","bronze":99999999999}"#, "01", "nul", "\"\u{1}\"",
  ]

  private static let names = [
    "user_id", "account_id", "display_name", "is_employee", "reputation", "location", "website_url",
    "link",
    "profile_image", "about_me", "creation_date", "last_access_date", "badge_counts",
    "badge_counts.gold", "x",
  ]

  /// Mostly plain: otherwise nearly all pages would have something that is not.
  private static func user(_ random: inout SeededRandom) -> String {
    var fields = ["\"user_id\":\(Int.random(in: -1...99, using: &random))"]
    if random.chance(70) {
      fields += [
        #""display_name":"Zoë""#, #""reputation":12"#, #""is_employee":true"#,
        #""creation_date":1280000000"#,
        #""badge_counts":{"gold":1,"silver":2,"bronze":3}"#,
      ].filter { _ in random.chance(80) }
    }
    while random.chance(30) { fields.append("\"\(random.pick(names))\":\(random.pick(values))") }
    return "{\(fields.shuffled(using: &random).joined(separator: ","))}"
  }

  private static func page(_ random: inout SeededRandom) -> [UInt8] {
    let items = (0..<random.pick([0, 1, 2, 3, 3, 4])).map { _ in user(&random) }
    var fields = [
      "\"items\":[\(items.joined(separator: ","))]", "\"has_more\":\(random.chance(50))",
    ]
    while random.chance(50) {
      let name = random.pick([
        "total", "quota_max", "quota_remaining", "backoff", "has_more", "type",
      ])
      fields.append("\"\(name)\":\(random.chance(60) ? "7" : random.pick(values))")
    }
    var bytes = Array("{\(fields.shuffled(using: &random).joined(separator: ","))}".utf8)
    if random.chance(10) {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    return bytes
  }

  @Test func bothReadersSayTheSame() {
    let seed: UInt64 = 20_261_124
    var random = SeededRandom(seed: seed)
    for number in 0..<3_000 {
      let page = Self.page(&random)
      for idsOnly in [false, true] {
        let one = Self.read(page, idsOnly: idsOnly)
        let other = Self.read(Self.leftToFoundation(page), idsOnly: idsOnly)
        if one != other {
          Issue.record(
            "seed \(seed), page \(number): \(String(decoding: page, as: UTF8.self))\n\(one)\n\(other)"
          )
          return
        }
      }
    }
  }

  /// The longest field that is taken whole, and one byte more, which both readers refuse.
  @Test(arguments: [
    ("display_name", 4_000), ("location", 4_000), ("website_url", 8_000), ("link", 8_000),
    ("profile_image", 8_000),
    ("about_me", 65_536),
  ])
  func bothReadersHaveTheSameBounds(name: String, most: Int) {
    for length in [most, most + 1] {
      let text = String(repeating: "x", count: length)
      let page = Array(#"{"items":[{"user_id":1,"\#(name)":"\#(text)"}],"has_more":false}"#.utf8)
      let read = Self.read(page, idsOnly: false)
      #expect(read == Self.read(Self.leftToFoundation(page), idsOnly: false))
      #expect(read.contains("is longer than") == (length > most))
    }
  }

  @Test(arguments: [
    100, 490, 496, 497, 498, 500, 508, 509, 510, 511, 512, 700, 1_019, 1_024, 1_100,
  ])
  func bothReadersTakeValuesOfTheSameDepth(depth: Int) {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    for page in [
      #"{"items":[{"user_id":1,"x":\#(deep)}],"has_more":false}"#,
      #"{"items":[{"user_id":1}],"x":\#(deep),"has_more":false}"#,
    ].map({ Array($0.utf8) }) {
      #expect(
        Self.read(page, idsOnly: false) == Self.read(Self.leftToFoundation(page), idsOnly: false))
    }
  }
}
