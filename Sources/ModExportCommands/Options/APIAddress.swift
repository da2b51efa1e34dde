import ArgumentParser
import FoundationEssentials
import Roster

/// The address of an API, such as `https://api.example.org/2.3`, to which method names are
/// added.
package struct APIAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without a trailing slash.
  package let url: String
  /// Lowercase; without the brackets of an IPv6 address.
  package let host: String
  /// Whether requests are unencrypted (`http`).
  package let isEncrypted: Bool

  /// A network's own API, over https.
  init(known url: String, host: String) {
    self.init(url: url, host: host, isEncrypted: true)
  }

  private init(url: String, host: String, isEncrypted: Bool) {
    self.url = url
    self.host = host
    self.isEncrypted = isEncrypted
  }

  /// Reads an absolute `http` or `https` URL without user, query and fragment.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else.
  package init(_ text: String) throws {
    let trimmed = String(text.reversed().drop { $0 == "/" }.reversed())
    guard let parts = URLComponents(string: trimmed, encodingInvalidCharacters: false),
      (1...65_535).contains(parts.port ?? 443), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme)
    else {
      throw ValidationError(
        "give an http or https address, such as https://api.stackexchange.com/2.3.")
    }
    guard parts.user == nil, parts.password == nil else {
      throw ValidationError("leave the user and the password out of the address.")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw ValidationError("leave out everything from '?' or '#' on.")
    }
    let bare = host.lowercased().drop { $0 == "[" }.prefix { $0 != "]" }
    self.init(url: trimmed, host: String(bare), isEncrypted: scheme == "https")
  }

  package var description: String { url }

  /// Whether the address is this machine, so that requests cross no network.
  package var isLoopback: Bool { LoopbackHost.isLoopback(host) }
}

extension APIAddress {
  /// The address that an option or a variable gives.
  ///
  /// - Parameter source: Which of them, for the message.
  /// - Throws: `CommandFailure` (64) where the text is no such address. What may be secret in it is
  ///   not shown: ArgumentParser would show all of a value that it does not like.
  package static func resolve(
    _ text: String, from source: SettingSource
  ) throws(CommandFailure) -> APIAddress {
    do {
      return try APIAddress(text)
    } catch {
      throw source.refusal(of: withoutSecrets(text), error)
    }
  }

  /// The text without a user, a password, a query and a fragment, whether it is an address or not.
  static func withoutSecrets(_ text: String) -> String {
    let address = text.prefix { $0 != "?" && $0 != "#" }
    guard let at = address.lastIndex(of: "@") else { return String(address) }
    return String(address[address.index(after: at)...])
  }
}
