/// Reads CSV (RFC 4180) in UTF-8 record after record; lines may also end in LF alone, as many programs write them.
package struct CSVReader {
  /// The line at which the record that was read last begins.
  package private(set) var line = 0
  private var nextLine = 1
  private var piece: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private let read: () throws -> [UInt8]

  /// The bytes of one record: names and addresses have some hundred.
  private static let mostBytes = 64 << 10

  /// Why a record is none, with the line where it begins.
  package struct Malformed: Error, Hashable, Sendable {
    package var line: Int
    /// A part of a sentence.
    package var reason: String

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// - Parameter read: Gives the next bytes, and none at the end.
  package init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

  /// The fields of the next record; nil at the end. Empty lines are none.
  ///
  /// - Throws: ``Malformed``; what the source throws.
  package mutating func next() throws -> [String]? {
    if line == 0 { try skipMark() }
    repeat {
      line = nextLine
      guard let fields = try record() else { return nil }
      if fields != [""] { return fields }
    } while true
  }

  private mutating func record() throws -> [String]? {
    var (fields, field, count) = ([String](), [UInt8](), 0)
    var (isQuoted, wasQuoted) = (false, false)
    func end() throws {
      guard let text = String(validating: field, as: UTF8.self) else {
        throw failure("is not UTF-8: convert the file, such as with iconv")
      }
      fields.append(text)
      (field, wasQuoted) = ([], false)
    }
    while let byte = try take() {
      count += 1
      guard count <= Self.mostBytes else { throw failure("has more than 64 KiB") }
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted: (isQuoted, wasQuoted) = (false, true)
      case UInt8(ascii: "\""):
        guard field.isEmpty || wasQuoted else {
          throw failure("has a quotation mark within a field without any")
        }
        // A quotation mark within quotes is two of them.
        if wasQuoted { field.append(byte) }
        isQuoted = true
      case _ where isQuoted: field.append(byte)
      case UInt8(ascii: ","): try end()
      case UInt8(ascii: "\n"):
        if field.last == UInt8(ascii: "\r") { field.removeLast() }
        try end()
        return fields
      case _ where wasQuoted && byte != UInt8(ascii: "\r"):
        throw failure("goes on after a field in quotes")
      default: field.append(byte)
      }
    }
    if isQuoted { throw failure("has a field in quotes without an end") }
    if count == 0 { return nil }
    try end()
    return fields
  }

  private func failure(_ reason: String) -> Malformed {
    Malformed(line: line, reason: "the record \(reason)")
  }

  private mutating func take() throws -> UInt8? {
    while piece.isEmpty, !isAtEnd {
      piece = try read()[...]
      isAtEnd = piece.isEmpty
    }
    return piece.popFirst()
  }

  /// A byte order mark is no part of the first name.
  private mutating func skipMark() throws {
    let mark = Array("\u{FEFF}".utf8)
    while piece.count < mark.count, !isAtEnd {
      let next = try read()
      isAtEnd = next.isEmpty
      piece += next
    }
    if piece.starts(with: mark) { piece = piece.dropFirst(mark.count) }
  }
}
