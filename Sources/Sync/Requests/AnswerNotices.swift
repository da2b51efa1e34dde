import Synchronization
import Transport

/// Collects facts in the answers of a run that the user should know, each once.
final class AnswerNotices: Sendable {
  private struct Seen {
    var deprecation: String?
    var sunset: String?
    /// The daily quota of a request with a key.
    var keyedQuota: Int?
    var hasAnswer = false
    /// Whether an answer of the API had a `Date` header.
    var hasTime = false
  }

  private let seen = Mutex(Seen())
  /// Where the key comes from; nil without one.
  private let keyOrigin: String?
  /// Requests a day that are allowed without a key; nil where a key changes nothing.
  private let keylessQuota: Int?

  init(keyOrigin: String?, keylessQuota: Int?) {
    self.keyOrigin = keyOrigin
    self.keylessQuota = keylessQuota
  }

  func note<Payload>(_ answer: Answer<Payload>) {
    seen.withLock { seen in
      seen.deprecation = seen.deprecation ?? answer.head?.deprecation
      seen.sunset = seen.sunset ?? answer.head?.sunset
      seen.keyedQuota = answer.quota?.max ?? seen.keyedQuota
      if answer.outcome.isUsable, let head = answer.head {
        seen.hasAnswer = true
        seen.hasTime = seen.hasTime || head.serverDate != nil
      }
    }
  }

  /// One sentence for each fact.
  var sentences: [String] {
    let seen = seen.withLock { $0 }
    let end = [
      seen.deprecation.map { "it is deprecated (Deprecation: \($0))" },
      seen.sunset.map { "it will be switched off (Sunset: \($0))" },
    ].compactMap { $0 }
    var sentences: [String] = []
    if !end.isEmpty {
      sentences.append(
        "The API says that \(end.joined(separator: " and that ")): look for a newer version of modexport."
      )
    }
    if let keyOrigin, let keylessQuota, let quota = seen.keyedQuota, quota <= keylessQuota {
      sentences.append(
        "The API does not honour the key of \(keyOrigin): it allows \(quota) requests a day, as "
          + "without one.")
    }
    if seen.hasAnswer, !seen.hasTime {
      sentences.append("The API sends no Date header: this machine's clock is not confirmed.")
    }
    return sentences
  }
}

/// Passes each answer to the notices.
struct Noticing: ClientTransport {
  let next: any ClientTransport
  let notices: AnswerNotices

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let answer = try await next.send(request)
    notices.note(answer)
    return answer
  }
}
