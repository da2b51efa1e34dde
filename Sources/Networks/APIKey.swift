import Crypto
import Roster
package import Transport

/// A key for an API. It travels in a header only, and printing one gives `(key)`.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key itself, for requests only.
  package let secret: String
  /// Where the key comes from, such as `--key-file 'path'`, for messages about it.
  package let origin: String

  package init(_ secret: String, origin: String) {
    self.secret = secret
    self.origin = origin
  }

  /// Twelve hexadecimal digits that distinguish keys without revealing them.
  package var fingerprint: String {
    String(SHA256.hash(data: Array(secret.utf8)).hexadecimal.prefix(12))
  }

  package var description: String { "(key)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIKey {
  /// The answer with the key removed from its texts: a server can repeat the request's header in an
  /// error message or in a header of its own, and those are shown and logged.
  package func hidden<Payload>(in answer: Answer<Payload>, head: AnswerHead) -> Answer<Payload> {
    func clean(_ text: String) -> String { hidden(in: text) }
    func clean(_ fault: Fault) -> Fault {
      var fault = fault
      fault.message = clean(fault.message)
      return fault
    }
    var answer = answer
    switch answer.outcome {
    case .temporary(let fault): answer.outcome = .temporary(clean(fault))
    case .permanent(let fault): answer.outcome = .permanent(clean(fault))
    case .good, .throttled, .lockedOut: break
    }
    var head = head
    head.server = head.server.map(clean)
    head.deprecation = head.deprecation.map(clean)
    head.sunset = head.sunset.map(clean)
    answer.head = head
    return answer
  }
}

extension APIKey {
  /// The text with `…` in place of the key, in upper or lower case, and with any of its characters
  /// percent-encoded, as a server writes it when it treats the key as a part of a URL.
  func hidden(in text: String) -> String {
    let isPlain = text.lowercased().utf8.firstRange(of: secret.lowercased().utf8) != nil
    guard !secret.isEmpty, isPlain || text.contains("%") else { return text }
    let pattern = secret.unicodeScalars.map { scalar in
      let forms = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
      let codes = forms.flatMap { $0.utf8.map { String($0, radix: 16) } }
      return "(?:\\x{\(String(scalar.value, radix: 16))}|%\(codes.joined(separator: "|%")))"
    }.joined()
    // Nothing is shown of a text that cannot be searched.
    guard let key = try? Regex(pattern) else { return "…" }
    return text.replacing(key.ignoresCase().matchingSemantics(.unicodeScalar), with: "…")
  }
}
