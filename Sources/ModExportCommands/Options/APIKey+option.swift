import FoundationEssentials
package import StackExchange

extension APIKey {
  /// The key of `--key-file`, else of `$STACKEXCHANGE_KEY`; nil where neither is given.
  ///
  /// - Parameter address: Where the key would be sent; it never travels unencrypted over a network.
  /// - Throws: `CommandFailure` (64) where the file cannot be read or holds no key, and where the
  ///   address would give the key away.
  package static func resolve(
    file: String?, environment: [String: String], address: APIAddress
  ) throws(CommandFailure) -> APIKey? {
    guard let key = try named(file: file, environment: environment) else { return nil }
    guard address.isEncrypted || address.isLoopback else {
      throw CommandFailure(
        .usage,
        "A key is not sent over plain http to \(address.host), where others can read it: use https."
      )
    }
    return key
  }

  private static func named(
    file: String?, environment: [String: String]
  ) throws(CommandFailure) -> APIKey? {
    if let file { return try read(file) }
    guard let value = environment["STACKEXCHANGE_KEY"], !value.isEmpty else { return nil }
    guard let key = parse(value) else {
      throw CommandFailure(.usage, "$STACKEXCHANGE_KEY must hold the key and nothing else.")
    }
    return key
  }

  private static func read(_ path: String) throws(CommandFailure) -> APIKey {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CommandFailure(
        .usage, "The key file '\(path)' cannot be read: check the path and its permissions.")
    }
    guard let key = parse(text) else {
      throw CommandFailure(
        .usage, "The key file '\(path)' must hold one line, the key, and nothing else.")
    }
    return key
  }

  /// One line of visible ASCII, whatever white space stands around it.
  private static func parse(_ text: String) -> APIKey? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].unicodeScalars.allSatisfy({ ("!"..."~").contains($0) }) else {
      return nil
    }
    return APIKey(String(words[0]))
  }
}
