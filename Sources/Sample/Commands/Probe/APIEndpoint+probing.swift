import FoundationEssentials
import Networks
import StackExchange
import Transport

/// A response of the API, good or an error, for the probe.
struct ProbedAnswer: Hashable, Sendable {
  var status: Int
  /// The names of the wrapper's fields that are present.
  var fields: Set<String> = []
  var items: [ProbedItem] = []
  var hasMore: Bool?
  var total: Int?
  var quotaMax: Int?
  /// The error's name and message; nil for a good answer.
  var errorName: String?
  var errorMessage: String?

  init(status: Int) {
    self.status = status
  }
}

/// The fields of an item that the probe checks, for any type of item.
struct ProbedItem: Hashable, Sendable, Decodable {
  var userID: Int?
  /// Unix seconds.
  var creationDate: Int?
  var filter: String?
  var filterType: String?
  var includedFields: [String]?

  enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case creationDate = "creation_date"
    case filter
    case filterType = "filter_type"
    case includedFields = "included_fields"
  }

  /// Decodes the fields; missing ones and those of another type are nil.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = container.lenientInt32(.userID)
    creationDate = container.lenientInt(.creationDate)
    filter = try container.lenientString(.filter, most: Bounds.word)
    filterType = try container.lenientString(.filterType, most: Bounds.word)
    // A list in another format counts as one without these fields.
    includedFields = try? container.decodeIfPresent([String].self, forKey: .includedFields)
  }
}

extension APIEndpoint {
  /// A request whose response is returned without classification.
  ///
  /// Waits, temporary failures and a refusal of the key are classified as usual; every other
  /// response of the API is a good answer, errors included.
  ///
  /// - Parameter wantsThrottleError: Whether a throttle error is the expected response.
  func probe(
    _ method: String, _ query: [(String, String)], wantsThrottleError: Bool = false
  ) -> Request<ProbedAnswer> {
    request(method, query) { response in
      var answer = response.answer(
        itemsOf: ProbedItem.self, most: Bounds.sites, isKeyed: key != nil
      ) { envelope, items in
        ProbedAnswer(envelope, items, response)
      }
      guard answer.outcome.isLookedAt(wantsThrottleError: wantsThrottleError),
        let refusal = try? ProbedAnswer(refusal: response)
      else { return answer }
      answer.outcome = .good
      answer.payload = refusal
      return answer
    }
  }
}

extension Outcome {
  fileprivate func isLookedAt(wantsThrottleError: Bool) -> Bool {
    switch self {
    case .permanent(let fault): fault.kind == .refused || fault.kind.isOfNoKey
    case .throttled: wantsThrottleError
    case .good, .lockedOut, .temporary: false
    }
  }
}

extension Fault.Kind {
  /// Whether the fault ends the run for another reason than the key.
  fileprivate var isOfNoKey: Bool { concernsTheRun && self != .keyRefused }
}

extension Envelope {
  /// The names of the fields that prove completeness, as far as they are present.
  fileprivate var presentFields: Set<String> {
    let present = [
      ("has_more", hasMore != nil), ("total", total != nil), ("quota_max", quotaMax != nil),
      ("quota_remaining", quotaRemaining != nil),
      ("items", (try? items.get()) != nil),
    ]
    return Set(present.filter(\.1).map(\.0))
  }
}

extension ProbedAnswer {
  fileprivate init(_ envelope: Envelope<ProbedItem>, _ items: [ProbedItem], _ response: RawResponse)
  {
    self.init(status: response.status)
    self.items = items
    (hasMore, total, quotaMax) = (envelope.hasMore, envelope.total, envelope.quotaMax)
    fields = envelope.presentFields
  }

  /// - Throws: An error where the body cannot be decoded.
  fileprivate init(refusal response: RawResponse) throws {
    let envelope = try JSONDocument<Envelope<ProbedItem>>(
      response, limit: Bounds.body, mostItems: 0
    ).value.get()
    self.init(envelope, [], response)
    errorName = envelope.errorName.map { String($0.prefix(Bounds.message)) }
    errorMessage = envelope.errorMessage.map { String($0.prefix(Bounds.message)) }
  }
}
