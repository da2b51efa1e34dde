import FoundationEssentials
package import Networks
package import Roster

extension APIKey {
  /// The key of `--key-file`, else of an environment variable, else of the credential that systemd
  /// passes to a service; nil without any.
  ///
  /// - Parameters:
  ///   - variable: Its name; that of the credential is the same in lowercase, with dashes.
  ///   - address: Where the key would be sent; it never travels unencrypted over a network.
  /// - Throws: `CommandFailure` (64) where the file cannot be read or holds no key, where the variable
  ///   holds none or a path, and where the address would give the key away.
  package static func resolve(
    file: String?, environment: [String: String], variable: String, address: WebAddress
  ) throws(CommandFailure) -> APIKey? {
    guard let key = try named(file: file, environment: environment, variable: variable) else {
      return nil
    }
    guard address.isEncrypted || address.isLoopback else {
      throw CommandFailure(
        .usage,
        "A key is not sent over plain http to \(address.hostName), where others can read it: use https."
      )
    }
    return key
  }

  private static func named(
    file: String?, environment: [String: String], variable: String
  ) throws(CommandFailure) -> APIKey? {
    if let file { return try read(file) }
    guard let value = environment[variable], !value.isEmpty else {
      return try credential(variable.lowercased().replacing("_", with: "-"), environment)
    }
    let key: String
    do throws(Unfit) {
      key = try word(of: value)
    } catch {
      throw CommandFailure(
        .usage, "$\(variable) must hold the key and nothing else: \(rule); \(error.words).")
    }
    // Sending a path as the key would tell the API the names of this machine's folders.
    if ["/", "./", "../", "~"].contains(where: key.hasPrefix) {
      throw CommandFailure(
        .usage,
        "$\(variable) holds a path, but must hold the key itself: name the file with "
          + "--key-file.")
    }
    return APIKey(key, origin: "$\(variable)")
  }

  /// systemd's `LoadCredential=` puts each credential into a file of a folder that only the service can read.
  /// A blank one is no key: a unit whose key is optional must pass something, or systemd does not start it.
  private static func credential(
    _ name: String, _ environment: [String: String]
  ) throws(CommandFailure) -> APIKey? {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return nil }
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text = try? TextFile.text(of: path, atMost: mostBytes)
    return text?.allSatisfy(\.isWhitespace) == true ? nil : try read(path)
  }

  /// The keys of single sites: the files of a folder, each named as the id of its site, with `_` for
  /// `/`, such as `forum.example.org` or `example.org_forum`.
  ///
  /// - Returns: The keys, what is wrong with the files that hold none, and the files that are not named as a site could
  ///   be, such as `README`: no site has them.
  /// - Throws: `CommandFailure` (64) where the folder cannot be read.
  static func all(in folder: String) throws(CommandFailure) -> (
    keys: [SiteID: APIKey], unusable: [SiteID: String], others: [String]
  ) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw CommandFailure(
        .usage, "The folder '\(folder)' cannot be read: check the path and its permissions.")
    }
    var (keys, unusable): ([SiteID: APIKey], [SiteID: String]) = ([:], [:])
    var others: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let (site, path) = (name.replacing("_", with: "/"), "\(folder)/\(name)")
      guard (try? WebAddress(base: site))?.siteID == site else {
        others.append(path)
        continue
      }
      do throws(Unfit) {
        // A pipe would be waited for.
        guard System.isRegularFile(path) == true else { throw Unfit(words: "is no file") }
        keys[site] = try key(in: path)
      } catch {
        unusable[site] = "the key file '\(path)' \(error.words)"
      }
    }
    return (keys, unusable, others)
  }

  /// The key that is the only content of a file.
  ///
  /// - Throws: `CommandFailure` (64) where the file cannot be read or holds no key.
  static func read(_ path: String) throws(CommandFailure) -> APIKey {
    do throws(Unfit) {
      return try key(in: path)
    } catch {
      throw CommandFailure(.usage, "The key file '\(path)' \(error.words).")
    }
  }

  private static func key(in path: String) throws(Unfit) -> APIKey {
    let why: String
    do {
      let key = try word(of: try TextFile.text(of: path, atMost: mostBytes))
      return APIKey(key, origin: "the file '\(path)'")
    } catch TextFile.Failure.unreadable {
      throw Unfit(words: "cannot be read: check the path and its permissions")
    } catch TextFile.Failure.tooLong {
      why = "it is longer than any key"
    } catch {
      why = (error as? Unfit)?.words ?? "it is not UTF-8"
    }
    throw Unfit(words: "must hold one line, the key, and nothing else: \(rule); \(why)")
  }

  /// The largest file that is read, in bytes; a key has 24.
  private static let mostBytes = 4_096

  /// The rule for keys: what a header can contain.
  private static let rule = "visible ASCII without spaces, and no quotes around it"

  /// Why a text is no key, without a part of it that may be secret.
  private struct Unfit: Error {
    var words: String
  }

  /// One line of visible ASCII, whatever white space is around it.
  private static func word(of text: String) throws(Unfit) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.first else { throw Unfit(words: "it is blank") }
    let ends = [word.unicodeScalars.first, words.last?.unicodeScalars.last].compactMap { $0 }
    if ends.contains(where: quotes.contains) { throw Unfit(words: "it is in quotes") }
    if words.count > 1 { throw Unfit(words: "it has spaces or line breaks inside") }
    if let other = word.unicodeScalars.first(where: { !("!"..."~").contains($0) }) {
      let number = String(other.value, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - number.count)) + number
      throw Unfit(words: "it has the character U+\(padded)")
    }
    return String(word)
  }

  /// Straight and curly ones, and those of other languages.
  private static let quotes: Set<Unicode.Scalar> = [
    "\"", "'", "`", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201C}", "\u{201D}", "\u{201E}",
    "\u{AB}",
    "\u{BB}", "\u{2039}", "\u{203A}", "\u{300C}", "\u{300D}",
  ]
}

/// A small file that a person writes with an editor.
enum TextFile {
  /// Why it cannot be used.
  enum Failure: Error {
    /// It is not there, or may not be read.
    case unreadable
    /// It is longer than its kind can be.
    case tooLong
    /// It is in another encoding, such as the UTF-16 of some editors.
    case notUTF8
  }

  /// The text of the file, without the byte-order mark that some editors put before it.
  ///
  /// - Parameter limit: The most bytes.
  static func text(of path: String, atMost limit: Int) throws(Failure) -> String {
    guard let bytes = System.bytes(ofFile: path, atMost: limit + 1) else { throw .unreadable }
    if bytes.count > limit { throw .tooLong }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text.unicodeScalars.first == "\u{FEFF}"
      ? String(text.unicodeScalars.dropFirst()) : text
  }
}
