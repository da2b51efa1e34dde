/// A part of the program that reads what others write, and the rules that hold for every input.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Answers of the three kinds of API. The first byte of the input chooses question and head, the rest is the body.
  case stackExchange = "stackexchange"
  case discourse
  case mediaWiki = "mediawiki"
  /// HTML to text, escaping, links.
  case html
  /// A dump of a wiki's logs, compressed or not.
  case dump
  /// A table of claims.
  case claims
  /// What is typed after `search`.
  case search
  /// A cursor of `changes`.
  case cursor
  /// An archive's file. The first byte of the input chooses whether the rest is the file, or changes of a good one.
  case archive
  /// Values of environment variables and options, and addresses.
  case environment

  /// Reads the input.
  ///
  /// - Throws: ``Finding`` where a rule does not hold; errors that the caller of the part would not expect.
  package func check(_ input: [UInt8]) throws {
    switch self {
    case .stackExchange: try AnswerRules.checkStackExchange(input)
    case .discourse: try AnswerRules.checkDiscourse(input)
    case .mediaWiki: try AnswerRules.checkMediaWiki(input)
    case .html: try TextRules.checkMarkup(String(decoding: input, as: UTF8.self))
    case .dump: try TextRules.checkDump(input)
    case .claims:
      try TextRules.checkTable(input)
      try ArchiveRules.shared().checkClaims(input)
    case .search: try ArchiveRules.shared().checkSearch(String(decoding: input, as: UTF8.self))
    case .cursor: try ArchiveRules.shared().checkCursor(String(decoding: input, as: UTF8.self))
    case .archive: try ArchiveRules.shared().checkFile(input)
    case .environment: try SettingRules.check(String(decoding: input, as: UTF8.self))
    }
  }
}

/// A rule that an input breaks.
package struct Finding: Error, CustomStringConvertible {
  package var description: String
}

/// - Throws: ``Finding`` unless the rule holds.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Finding) {
  if !holds { throw Finding(description: rule()) }
}
