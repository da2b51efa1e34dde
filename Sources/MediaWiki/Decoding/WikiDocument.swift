import FoundationEssentials
import Networks

/// What every answer of `api.php` can carry beside what was asked for.
struct WikiDocument<Body: Decodable>: AnswerDocument {
  /// Never empty where the answer has `error` or `errors`.
  var errors: [MessageObject]
  /// Never empty where the answer has `warnings` that are not.
  var warnings: [MessageObject]
  /// `continue`, or the older `query-continue`; nil on the last page.
  var continuation: Continuation?
  /// Decoded apart from the rest, so that an error is known whatever else is there.
  var body: Result<Body, any Error>

  var mayBeRepaired: Bool {
    if case .failure = body { true } else { false }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    errors = container.messages("errors") + container.messages("error")
    warnings = container.messages("warnings", mayBeEmpty: true)
    continuation = try Self.continuation(container)
    body = Result { try Body(from: decoder) }
  }

  /// - Throws: `DecodingError` or ``OutOfBounds`` where it cannot be decoded: a list whose next page
  ///   is not known must not look like one that ends.
  private static func continuation(
    _ container: KeyedDecodingContainer<NamedKey>
  ) throws -> Continuation? {
    var members: [String: ParameterValue] = [:]
    if container.contains("continue") {
      members = try container.decode([String: ParameterValue].self, forKey: "continue")
    } else if container.contains("query-continue") {
      let modules = try container.decode(
        [String: [String: ParameterValue]].self, forKey: "query-continue")
      for module in modules.values { members.merge(module) { first, _ in first } }
    } else {
      return nil
    }
    guard !members.isEmpty, members.count <= Bounds.continuation,
      members.allSatisfy({ max($0.key.utf8.count, $0.value.text.utf8.count) <= Bounds.name })
    else {
      throw OutOfBounds(
        container.codingPath + [NamedKey("continue")],
        "is empty or has more than \(Bounds.continuation) members or a long one")
    }
    return Continuation(members.mapValues(\.text))
  }
}

/// The value of a parameter: a text, a number or a flag.
private struct ParameterValue: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = text
    } else if let number = try? container.decode(Int.self) {
      text = "\(number)"
    } else {
      text = try container.decode(Bool.self) ? "1" : "0"
    }
  }
}

/// One error or warning, with a code.
struct MessageObject: Decodable {
  var code: String
  var text: String?
  /// How many seconds the databases lag, where the code is `maxlag`.
  var lag: Double?

  init(code: String, text: String? = nil) {
    self.code = code
    self.text = text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    code = try container.string("code", most: Bounds.word)
    text =
      try container.lenientString("text", most: .max)
      ?? container.lenientString("info", most: .max)
    let data = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: "data")
    let number =
      (try? data?.decode(Double.self, forKey: "lag"))
      ?? (try? container.decode(Double.self, forKey: "lag"))
    lag = number.flatMap { $0.isFinite && $0.magnitude < 1e9 ? $0 : nil }
  }

  /// Whether it only says that the wiki is older than the form in which it was asked to answer: it ignores the names of
  /// that form, or has another form of continuation beside it. ``WikiDocument`` reads both forms. Such wikis warn in
  /// English, each warning on a line.
  var concernsFormOnly: Bool {
    guard ["main", "query"].contains(code), let text else { return false }
    return text.split(whereSeparator: \.isNewline).allSatisfy { line in
      if code == "query" { return line.hasPrefix("Formatting of continuation data ") }
      guard let match = line.wholeMatch(of: /Unrecognized parameters?: (.+)/) else { return false }
      return match.1.split(separator: ", ").allSatisfy { name in
        ["'errorformat'", "'formatversion'"].contains(name)
      }
    }
  }

  /// The code and the text in one line.
  var sentence: String {
    let words = (text ?? "").prefix(Bounds.message).split(whereSeparator: \.isWhitespace)
    let code = code.prefix(Bounds.message)
    return words.isEmpty ? "\(code)" : "\(code): \(words.joined(separator: " "))"
  }
}

extension KeyedDecodingContainer {
  /// Errors or warnings in any form: a list, or one message, or anything else, which is a message
  /// without a code. Empty only where there is nothing.
  ///
  /// - Parameter mayBeEmpty: Whether an empty list is nothing too.
  fileprivate func messages(_ key: Key, mayBeEmpty: Bool = false) -> [MessageObject] {
    guard contains(key), (try? decodeNil(forKey: key)) != true else { return [] }
    if let list = try? decode([MessageObject].self, forKey: key), mayBeEmpty || !list.isEmpty {
      return list
    }
    if let one = try? decode(MessageObject.self, forKey: key) { return [one] }
    // The older form of warnings: a text for each module.
    if let modules = try? decode([String: [String: String]].self, forKey: key) {
      return modules.sorted { $0.key < $1.key }.map {
        MessageObject(code: $0.key, text: $0.value.values.sorted().joined(separator: " "))
      }
    }
    return [MessageObject(code: key.stringValue)]
  }

  /// Texts of which a user or a group has some dozens; ``BoundedItems`` is for the rows of a page.
  ///
  /// - Throws: `DecodingError` where they are missing, ``OutOfBounds`` where there are more.
  func texts(_ key: Key) throws -> [String] {
    let texts = try decode([String].self, forKey: key)
    guard texts.count <= Bounds.groups, texts.allSatisfy({ $0.utf8.count <= Bounds.word }) else {
      throw OutOfBounds(codingPath + [key], "has too many values or a long one")
    }
    return texts.map(\.withoutNull)
  }
}
