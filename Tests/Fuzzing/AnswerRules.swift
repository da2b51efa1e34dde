import Discourse
import Foundation
import MediaWiki
import Networks
import Roster
import Transport

@testable import StackExchange

/// What holds for the decoded answer of any server.
enum AnswerRules {
  /// In no message, whatever the server repeats.
  private static let secret = "k3y-of-fuzz"

  static func checkStackExchange(_ input: [UInt8]) throws {
    let (choice, response) = response(input)
    let api = APIEndpoint(key: choice & 8 == 0 ? nil : key)
    let filter = choice & 16 == 0 ? Filter(id: "unsafe", isSafe: false) : .wellKnownSafe
    switch choice & 3 {
    case 0: try check(api.sites(filter: filter).read(response))
    case 1: try check(api.makeFilter().read(response))
    default:
      let whole = api.moderators(of: "math", page: 1, order: .ascending, filter: filter)
      let ids = api.moderators(
        of: "math", page: 1, order: .ascending, filter: filter, idsOnly: true)
      let (all, some) = (whole.read(response), ids.read(response))
      try checkRows(all)
      try check(some)
      // The second reading decodes less, and must not see others.
      if let all = all.payload, let some = some.payload {
        let isSame = all.hasMore == some.hasMore && all.total == some.total
        try require(
          isSame && all.items.map(\.userID) == some.items.map(\.userID),
          "the readings of one page differ")
      }
      try require(
        all.payload == nil || some.payload != nil, "ids cannot be read where whole rows can")
    }
  }

  static func checkDiscourse(_ input: [UInt8]) throws {
    let (choice, response) = response(input)
    let forum = ForumEndpoint(
      try WebAddress("https://talk.example/forum"),
      credential: choice & 8 == 0 ? nil : ForumCredential(key))
    switch choice & 3 {
    case 0:
      let staff = forum.about().read(response)
      try check(staff)
      for holder in staff.payload?.holders ?? [] { try check(holder.moderator) }
    case 1: try check(forum.groups().read(response))
    case 2: try checkRows(forum.members(of: "moderators").read(response))
    default: try check(forum.info().read(response))
    }
  }

  static func checkMediaWiki(_ input: [UInt8]) throws {
    let (choice, response) = response(input)
    let wiki = WikiEndpoint(
      try WebAddress("https://wiki.example/w/api.php"), program: "modexport/1.0",
      contact: choice & 8 == 0 ? nil : OperatorContact("ops@example.org"))
    switch choice & 3 {
    case 0: try check(wiki.info().read(response))
    case 1:
      let articles = "https://wiki.example/wiki/$1"
      let page = wiki.members(of: "sysop", total: 2, articles: articles).read(response)
      try checkRows(page)
      try checkToken(page.payload?.next)
    case 2:
      let page = wiki.siteMatrix().read(response)
      try check(page)
      try checkToken(page.payload?.next)
    default:
      let page = wiki.log(choice & 16 == 0 ? .rights : .renames).read(response)
      try check(page)
      try checkToken(page.payload?.next)
    }
  }

  private static let key = APIKey(secret, origin: "$KEY")

  /// The first byte of the input, and a response with the rest as its body.
  private static func response(_ input: [UInt8]) -> (UInt8, RawResponse) {
    let choice = input.first ?? 0
    var headers = ["content-type": choice & 64 == 0 ? "application/json" : "text/html"]
    if choice & 128 != 0 { headers["content-encoding"] = "deflate" }
    let status = choice & 32 == 0 ? 200 : [400, 403, 429, 503][Int(choice >> 3 & 3)]
    return (choice, RawResponse(status: status, headers: headers, body: Array(input.dropFirst())))
  }

  private static func check<Payload>(_ answer: Answer<Payload>) throws {
    try require(
      (answer.outcome == .good) == (answer.payload != nil), "a good answer has no value")
    if let quota = answer.quota { try require(quota.remaining >= 0, "the quota is negative") }
    for wait in [answer.backoff, wait(of: answer.outcome)].compactMap(\.self) {
      try require((0...86_400).contains(wait), "a wait of \(wait) seconds is believed")
    }
    switch answer.outcome {
    case .temporary(let fault), .permanent(let fault):
      try require(!fault.message.isEmpty, "a failure has no sentence")
      try require(!fault.message.contains(secret), "a message has the key: \(fault.message)")
      try require(fault.message.utf8.count < 20_000, "a message is as long as the answer")
    case .good, .throttled, .lockedOut: break
    }
  }

  private static func wait(of outcome: Outcome) -> TimeInterval? {
    switch outcome {
    case .lockedOut(let seconds): seconds
    case .temporary(let fault), .permanent(let fault): fault.retryAfter
    case .good, .throttled: nil
    }
  }

  private static func checkRows(_ answer: Answer<Page<Moderator>>) throws {
    try check(answer)
    for row in answer.payload?.items ?? [] { try check(row) }
  }

  /// A row of a roster can be stored, and is read again as it was.
  private static func check(_ row: Moderator) throws {
    try require(Int32(exactly: row.userID) != nil, "an id has more than 32 bits")
    try require(!row.displayName.isEmpty, "somebody has no name")
    let texts = [row.displayName, row.location, row.websiteURL, row.link, row.aboutText]
    try require(!texts.contains { $0?.utf8.contains(0) == true }, "a text has U+0000")
    let stored = try JSONEncoder().encode(row)
    let again = try JSONDecoder().decode(Moderator.self, from: stored)
    try require(again == row, "a row is read in another way than it was written: \(row)")
  }

  /// Where a list goes on is stored as a text, which must lead to the same place.
  private static func checkToken(_ position: PagePosition?) throws {
    guard case .token(let token) = position else { return }
    let read = Continuation(token: token)
    try require(read?.token == token, "the token '\(token)' is read as '\(read?.token ?? "none")'")
  }
}
