import FoundationEssentials
import Gzip
import Roster

/// What the server of one site tells falsely, in the wire format of any network.
package enum ServerLie: String, ServerFaultKind {
  // The time.
  case clockAhead = "clock-ahead"
  case clockBehind = "clock-behind"
  case cached
  case cachedLong = "cached-long"
  case staleVia = "stale-via"
  // Names.
  case oddText = "odd-text"
  case oddRoles = "odd-roles"
  // Sizes.
  case hugeTotal = "huge-total"
  case manyRoles = "many-roles"
  case bomb
  // Addresses and statuses.
  case movedAway = "moved-away"
  case oddLocation = "odd-location"
  case gone
  case longWait = "long-wait"

  package var meaning: String {
    switch self {
    case .clockAhead: "Its clock is two hours ahead."
    case .clockBehind: "Its clock is two hours behind."
    case .cached: "Answers come from a cache and are an hour old, as their Age says."
    case .cachedLong: "Answers come from a cache and are 25 hours old, as their Age says."
    case .staleVia: "Answers come through a proxy and are two hours old, which no Age says."
    case .oddText: "Names begin with U+0000 and half of a surrogate pair."
    case .oddRoles: "A wiki has a moderating group without a name, and one named like another role."
    case .hugeTotal: "Totals and sizes of groups are numbers of more than 12 digits."
    case .manyRoles: "A wiki has 2,000 moderating groups more."
    case .bomb: "A small body that decompresses to 16 MiB."
    case .movedAway: "HTTP 301 to a site at another host."
    case .oddLocation: "HTTP 302 to an address that is none."
    case .gone: "HTTP 410."
    case .longWait: "HTTP 503 with a Retry-After of 136 years."
    }
  }

  /// The answer of the lying server where the honest one is this.
  func answer(insteadOf honest: SampleResponse, at now: Date) -> SampleResponse {
    var response = honest
    switch self {
    case .clockAhead: response.date = (now + 7_200).httpDate
    case .clockBehind: response.date = (now - 7_200).httpDate
    case .cached: response.age(3_600, at: now)
    case .cachedLong: response.age(90_000, at: now)
    case .staleVia:
      response.date = (now - 7_200).httpDate
      response.more["via"] = "1.1 cache.example"
    case .oddText: return honest.rewritten([#"name":""#: #"name":"\u0000\ud800"#])
    case .oddRoles:
      return honest.adding(groups: ["", "group54211953"])
    case .hugeTotal:
      return honest.rewritten([
        #""total":"#: #""total":900719925474"#, #""number":"#: #""number":9007199254740"#,
      ])
    case .manyRoles: return honest.adding(groups: (1...2_000).map { "role\($0)" })
    case .bomb:
      (response.body, response.contentEncoding) = (Self.packedSpaces, "gzip")
    case .movedAway: response.redirect(301, to: "https://elsewhere.example/")
    case .oddLocation: response.redirect(302, to: "//[::1/%zz")
    case .gone: response.status = 410
    case .longWait: (response.status, response.retryAfter) = (503, Int(UInt32.max))
    }
    return response
  }

  private static let packedSpaces = GzipCodec.pack(
    [UInt8](repeating: UInt8(ascii: " "), count: 16 << 20), effort: .least)
}

extension SampleResponse {
  fileprivate mutating func age(_ seconds: Int, at now: Date) {
    date = (now - Double(seconds)).httpDate
    more["age"] = "\(seconds)"
  }

  fileprivate mutating func redirect(_ status: Int, to location: String) {
    (self.status, self.location) = (status, location)
  }

  /// The response with more moderating groups of a wiki, if it lists groups.
  fileprivate func adding(groups: [String]) -> SampleResponse {
    let rows = groups.map { #"{"name":"\#($0)","rights":["delete"],"number":1},"# }
    return rewritten([#""usergroups":["#: #""usergroups":["# + rows.joined()])
  }

  /// The response with other texts in its body.
  fileprivate func rewritten(_ texts: [String: String]) -> SampleResponse {
    let isPacked = contentEncoding == "gzip"
    guard let plain = isPacked ? try? GzipCodec.unpack(body, .gzip, limit: 64 << 20) : body else {
      return self
    }
    let text = texts.reduce(String(decoding: plain, as: UTF8.self)) {
      $0.replacing($1.key, with: $1.value)
    }
    var copy = self
    copy.body = Array(text.utf8)
    return isPacked ? copy.packed : copy
  }
}
