import FoundationEssentials
import Transport

/// The questions to the API, in this order; at most one request each.
enum ProbeQuestion: String, Hashable, Sendable, CaseIterable {
  case filter, wrapper, sites, pastTheEnd, tooManyRows, ascending, descending, ascendingAgain
  case unknownSite, error
}

/// The result of one question.
struct ProbeReply: Hashable, Sendable {
  /// nil where no usable response came.
  var answer: ProbedAnswer?
  /// Why there is no answer.
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

/// The API's replies to a probe.
struct ProbeReplies: Hashable, Sendable {
  /// Where the key comes from; nil where none was sent.
  var keyOrigin: String?
  var replies: [ProbeQuestion: ProbeReply] = [:]
  /// Why the probe ended early; nil where it did not.
  var stopped: Stopped.Reason?
  /// The answer of a server that is not the API; nil where none came.
  var otherServer: Fault?

  init(keyOrigin: String? = nil) {
    self.keyOrigin = keyOrigin
  }

  /// Whether any question was answered.
  var hasAnswer: Bool { replies.values.contains { $0.answer != nil } }

  /// The filter that the API created, if it did.
  var filter: String? { answer(.filter)?.items.first?.filter }

  func answer(_ question: ProbeQuestion) -> ProbedAnswer? { replies[question]?.answer }

  /// The ids and dates of a roster that is complete on one page; nil otherwise.
  func roster(_ question: ProbeQuestion) -> [ProbedItem]? {
    guard let answer = answer(question), answer.errorName == nil, answer.hasMore == false,
      answer.items.allSatisfy({ $0.userID != nil && $0.creationDate != nil })
    else { return nil }
    return answer.items
  }

  /// The ids of users who were created in the same second as another one, in their order.
  func ties(_ question: ProbeQuestion) -> [Int]? {
    guard let items = roster(question) else { return nil }
    let counts = Dictionary(items.map { ($0.creationDate, 1) }, uniquingKeysWith: +)
    return items.filter { counts[$0.creationDate, default: 0] > 1 }.compactMap(\.userID)
  }
}
