import FoundationEssentials
import Transport

/// What the API is asked, in this order; one request each at the most.
enum ProbeQuestion: String, Hashable, Sendable, CaseIterable {
  case filter, wrapper, sites, pastTheEnd, tooManyRows, ascending, descending, ascendingAgain
  case unknownSite, error
}

/// What came of one question.
struct ProbeReply: Hashable, Sendable {
  /// nil where no answer came that can be looked at.
  var answer: ProbedAnswer?
  /// Why there is none.
  var failure: String?
  var head: AnswerHead?
  var sent: Date
  var received: Date

  init(
    _ answer: ProbedAnswer?, failure: String? = nil, head: AnswerHead?, sent: Date, received: Date
  ) {
    self.answer = answer
    self.failure = failure
    self.head = head
    self.sent = sent
    self.received = received
  }
}

/// All that the API answered to a probe.
struct ProbeReplies: Hashable, Sendable {
  /// Where the key comes from; nil where none was sent.
  var keyOrigin: String?
  var replies: [ProbeQuestion: ProbeReply] = [:]
  /// Why not everything was asked, other than for want of requests; nil where it was.
  var stopped: Stopped.Reason?

  init(keyOrigin: String? = nil) {
    self.keyOrigin = keyOrigin
  }

  /// Whether any question was answered.
  var hasAnswer: Bool { replies.values.contains { $0.answer != nil } }

  /// The filter that the API made, where it made one.
  var filter: String? { answer(.filter)?.items.first?.filter }

  func answer(_ question: ProbeQuestion) -> ProbedAnswer? { replies[question]?.answer }

  /// The ids and dates of a roster that came whole on one page; nil otherwise.
  func roster(_ question: ProbeQuestion) -> [ProbedItem]? {
    guard let answer = answer(question), answer.errorName == nil, answer.hasMore == false,
      answer.items.allSatisfy({ $0.userID != nil && $0.creationDate != nil })
    else { return nil }
    return answer.items
  }

  /// The ids of those who became members in the same second as somebody else, in their order.
  func ties(_ question: ProbeQuestion) -> [Int]? {
    guard let items = roster(question) else { return nil }
    let counts = Dictionary(items.map { ($0.creationDate, 1) }, uniquingKeysWith: +)
    return items.filter { counts[$0.creationDate, default: 0] > 1 }.compactMap(\.userID)
  }
}
