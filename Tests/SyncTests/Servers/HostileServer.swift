import Foundation
import Gzip
import Roster
import SampleNetwork
import TestKit
import Transport

/// What the server of one site does in a night: faults of the sample network, false heads, and false JSON.
struct HostileServer: CustomStringConvertible {
  private let network: ServedNetwork
  private let seed: UInt64
  /// As `modexport-sample serve` takes them.
  private(set) var faults: [String] = []
  private var status: Int?
  private var headers: [String: String] = [:]
  private var garbling: Garbling?

  /// How its JSON is changed; the same request gets the same change.
  fileprivate enum Garbling: CaseIterable {
    case texts, numbers, lists, fields, flags, cut, noise
  }

  var description: String {
    "\(faults) \(status.map { "\($0)" } ?? "") \(headers) \(garbling.map { "\($0)" } ?? "")"
  }

  /// An honest server.
  init(honest network: ServedNetwork) {
    (self.network, seed) = (network, 0)
  }

  init(of network: ServedNetwork, at site: SiteID, _ random: inout SeededRandom) {
    (self.network, seed) = (network, random.next())
    for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<6: addFault(at: site, Self.lies(of: network), &random)
      case 6..<11: addFault(at: site, Self.faults(of: network), &random)
      case 11..<13: status = random.pick(Self.statuses(of: network))
      case 13..<15:
        let header = random.pick(Self.headers(of: network))
        headers[header.name] = random.pick(header.values)
        if header.name == "location" { status = random.pick([301, 302, 303, 307, 308]) }
      default: garbling = random.pick(Garbling.allCases)
      }
    }
  }

  private mutating func addFault(
    at site: SiteID, _ names: [String], _ random: inout SeededRandom
  ) {
    let name = random.pick(names)
    let count = random.pick(["", "", "", "=1", "=2"])
    let takesCount = !["short-page", "empty-page"].contains(name) || !network.hasOneAPI
    faults.append(name + (takesCount ? count : "") + (network.hasOneAPI ? "@\(site)" : ""))
  }

  /// Without the lies that one API tells of all its sites.
  private static func lies(of network: ServedNetwork) -> [String] {
    let ofAPI: Set<ServerLie> = [
      .clockAhead, .clockBehind, .cached, .cachedLong, .staleVia, .longWait,
    ]
    return ServerLie.allCases.filter { lie in
      !(network.hasOneAPI && ofAPI.contains(lie) || network.limitsTogether && lie == .longWait)
    }.map(\.rawValue)
  }

  /// Without those that move people during a walk, which the other simulation plays, and those that concern all
  /// sites of an API.
  private static func faults(of network: ServedNetwork) -> [String] {
    switch network {
    case .exchange:
      [
        "http500", "http403", "html200", "internal-error", "unavailable", "site-error", "redirect",
        "empty-roster", "short-page", "empty-page", "lost-items", "duplicate", "total-wrong",
        "total-missing", "total-changes", "more-stuck", "more-early", "null-fields",
        "unknown-values", "decomposed", "malformed-json", "content-type", "uncompressed",
        "gzip-cut", "reset", "body-cut", "endless",
      ]
    case .forums, .keyedForums: ForumFault.allCases.filter { $0 != .swaps }.map(\.rawValue)
    case .wikis: WikiFault.allCases.filter { ![.rename, .matrixCut].contains($0) }.map(\.rawValue)
    case .farm:
      WikiFault.allCases.filter {
        ![.rename, .matrixCut, .http429, .ratelimited, .clientRefused].contains($0)
      }.map(\.rawValue)
    }
  }

  private static func statuses(of network: ServedNetwork) -> [Int] {
    let all = [201, 204, 206, 299, 304, 400, 401, 404, 405, 410, 418, 451, 500, 502, 503, 504, 599]
    return network.limitsTogether ? all : all + [403, 429]
  }

  private static func headers(of network: ServedNetwork) -> [(name: String, values: [String])] {
    let long = String(repeating: "a", count: 10_000)
    var headers = [
      (name: "content-type", values: ["text/html", "", "application/json", "image/png"]),
      ("content-encoding", ["deflate", "br", "gzip"]),
      (
        "location",
        [
          "", "//", "http://[::1", "/login", "https://elsewhere.example/", "javascript:alert(1)",
          "http://user:pw@h/", "http://a\u{0}b/", long,
        ]
      ),
    ]
    if network.hasOneAPI { return headers }
    headers += [
      (
        "date", ["", "yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"]
      ),
      ("age", ["-1", "18446744073709551616", "x", "1e9", "3599", "86401", "4294967295"]),
      ("via", ["1.1 x", ""]), ("server", ["", long, "modexport-sample-network/2.3 (seed 9)"]),
    ]
    if !network.limitsTogether {
      headers += [
        (
          "retry-after",
          [
            "-1", "0", "3600", "99999999999999999999", "1e308", "nan",
            "Fri, 31 Dec 9999 23:59:59 GMT",
          ]
        ), ("discourse-rate-limit-error-code", ["ip_99999_secs_limit", "ip_0_secs_limit"]),
      ]
    }
    return headers
  }

  /// Whether nothing that it says in this night can be dated.
  var isUndated: Bool {
    let lies: [ServerLie] = [.clockAhead, .clockBehind, .cachedLong, .staleVia]
    return headers.isEmpty && faults.count == 1 && lies.map(\.rawValue).contains(faults[0])
  }

  /// Whether nothing that it does keeps its roster from being read.
  var isHarmless: Bool {
    let names = faults.map { String($0.prefix { !"=@".contains($0) }) }
    let harmless: [String] =
      switch network {
      case .exchange: ["odd-text", "null-fields", "unknown-values", "decomposed", "uncompressed"]
      case .forums: ["cached", "odd-text"]
      case .keyedForums, .wikis, .farm: ["cached"]
      }
    return status == nil && headers.isEmpty && garbling == nil
      && Set(names).isSubset(of: harmless)
  }

  /// The answer to a request where the sample network answers so.
  func answer(_ honest: RawResponse, to url: String) -> RawResponse {
    var response = honest
    response.status = status ?? honest.status
    response.headers.merge(headers) { $1 }
    guard let garbling else { return response }
    let hash = url.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var random = SeededRandom(seed: hash)
    guard let plain = honest.plainBody else { return response }
    switch garbling {
    case .cut:
      response.body = Array(
        plain.prefix(random.pick([0, 1, plain.count / 2, max(0, plain.count - 1)])))
    case .noise:
      response.body = Array(
        random.pick([
          "[]", "null", "{}", "\"x\"", "", String(repeating: "[", count: 100_000),
          String(repeating: #"{"items":"#, count: 20_000), "{\"items\":[],\"has_more\":false}",
        ]).utf8)
    default:
      guard let tree = try? JSONSerialization.jsonObject(with: Data(plain)) else { return response }
      let garbled = garbling.garbled(tree, isTop: network.hasOneAPI, &random)
      let bytes = (try? JSONSerialization.data(withJSONObject: garbled)) ?? Data()
      response.body = Array(
        String(decoding: bytes, as: UTF8.self).replacing("\u{E000}", with: #"\ud800"#).utf8)
    }
    response.headers["content-encoding"] = headers["content-encoding"]
    return response
  }
}

extension HostileServer.Garbling {
  /// - Parameter isTop: Whether it is the envelope of one API, whose errors, quota and waits concern all sites.
  fileprivate func garbled(_ value: Any, isTop: Bool = false, _ random: inout SeededRandom) -> Any {
    let strikes = !isTop && random.chance(10)
    switch value {
    case let object as [String: Any]:
      var copy: [String: Any] = [:]
      for (key, value) in object.sorted(by: { $0.key < $1.key }) {
        let isFixed = isTop && !["items", "has_more", "total"].contains(key)
        if self == .fields, !isFixed, random.chance(10) { continue }
        copy[key] = isFixed ? value : garbled(value, &random)
      }
      return copy
    case let list as [Any]:
      let rows = list.map { garbled($0, &random) }
      guard self == .lists, strikes else { return rows }
      return random.pick([[], rows + rows.prefix(1), rows.dropLast(), rows.reversed(), rows + rows])
    case let text as String:
      guard self == .texts, strikes else { return text }
      return random.pick([
        "", "a\u{0}b", "\u{E000}", "\u{202E}x", "group54211953", "-1",
        String(repeating: "x", count: 5_000),
      ])
    case let number as NSNumber where number.isFlag:
      return self == .flags && strikes ? !number.boolValue : number
    case let number as NSNumber:
      guard self == .numbers, strikes else { return number }
      let odd: [Any] = [
        -1, 0, 1, 4_294_967_296, 9_007_199_254_740_993, Int.max, 1e300, 0.5, "7", true,
      ]
      return random.pick(odd)
    default: return value
    }
  }
}

extension NSNumber {
  /// Whether it is true or false.
  fileprivate var isFlag: Bool { unsafe String(cString: objCType) == "c" }
}

extension RawResponse {
  /// The decompressed body; nil where it is too long or damaged.
  var plainBody: [UInt8]? {
    GzipCodec.isGzip(body) ? try? GzipCodec.unpack(body, .gzip, limit: 6 << 20) : body
  }
}
