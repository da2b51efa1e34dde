import ArgumentParser
import FoundationEssentials

/// The address of a check at a monitoring service such as Healthchecks, which expects to be notified of the
/// start, of success and of failure, and raises an alarm if nothing comes.
package struct PingAddress: Hashable, Sendable {
  /// As given, without a trailing slash. Whoever knows its path can send notifications.
  package let url: String
  /// For messages: the path stays secret.
  package let host: String

  /// Reads an absolute `http` or `https` URL without user, query and fragment.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else.
  package init(_ text: String) throws {
    let trimmed = String(text.reversed().drop { $0 == "/" }.reversed())
    guard let parts = URLComponents(string: trimmed, encodingInvalidCharacters: false),
      let host = parts.host, !host.isEmpty, parts.query == nil, parts.fragment == nil,
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      (1...65_535).contains(parts.port ?? 443)
    else {
      throw ValidationError(
        "give an http or https address without '?' and '#', such as https://hc.example.org/ID.")
    }
    guard parts.user == nil, parts.password == nil else {
      throw ValidationError("leave the user and the password out of the address.")
    }
    url = trimmed
    self.host = host
  }

  /// The part of a text that may be shown: of a URL everything before its path.
  static func withoutPath(_ text: String) -> String {
    guard let address = try? PingAddress(text) else { return "…" }
    let scheme = address.url.prefix { $0 != ":" }
    return "\(scheme)://\(address.host)/…"
  }

  /// What a service is notified of.
  ///
  /// The raw value is what Healthchecks expects after the address.
  enum Event: String, Sendable, CaseIterable {
    case start = "/start"
    case success = ""
    case failure = "/fail"

    /// In a sentence: "the notification of …".
    var words: String {
      switch self {
      case .start: "the start"
      case .success: "success"
      case .failure: "failure"
      }
    }
  }

  /// Where an event is sent.
  func url(for event: Event) -> String { url + event.rawValue }
}
