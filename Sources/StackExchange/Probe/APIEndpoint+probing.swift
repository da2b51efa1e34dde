import FoundationEssentials
import Transport

/// An answer of the API as it stands, be it good or an error, for whoever asks what the API is like.
struct ProbedAnswer: Hashable, Sendable {
  var status: Int
  /// The names of the wrapper's fields.
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

/// What is looked at of an item, whatever its type.
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

  /// Reads what is there; what is missing or of another type is nil.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = container.lenientInt32(.userID)
    creationDate = container.lenientInt(.creationDate)
    filter = try container.lenientString(.filter, most: Bounds.word)
    filterType = try container.lenientString(.filterType, most: Bounds.word)
    // A list in another form is one without the fields that are looked for.
    includedFields = try? container.decodeIfPresent([String].self, forKey: .includedFields)
  }
}

extension APIEndpoint {
  /// A request whose answer is looked at as it stands.
  ///
  /// What asks us to wait, a failure that passes and a refusal of the key mean what they always mean;
  /// every other answer of the API is a good one, errors included.
  ///
  /// - Parameter wantsThrottleError: Whether an error that speaks of a broken wait is what is asked for.
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
  /// Whether it concerns the run for another reason than its key.
  fileprivate var isOfNoKey: Bool { concernsTheRun && self != .keyRefused }
}

extension ProbedAnswer {
  fileprivate init(_ envelope: Envelope<ProbedItem>, _ items: [ProbedItem], _ response: RawResponse)
  {
    self.init(status: response.status)
    self.items = items
    (hasMore, total, quotaMax) = (envelope.hasMore, envelope.total, envelope.quotaMax)
    fields = envelope.fields
  }

  /// - Throws: Where the body cannot be read.
  fileprivate init(refusal response: RawResponse) throws {
    let envelope = try Envelope<ProbedItem>(json: response.unpackedBody(), mostItems: 0)
    self.init(envelope, [], response)
    errorName = envelope.errorName.map { String($0.prefix(Bounds.message)) }
    errorMessage = envelope.errorMessage.map { String($0.prefix(Bounds.message)) }
  }
}
