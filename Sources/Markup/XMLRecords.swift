import CLibXML2

/// A child of the root of a document: its attributes and the texts of its own children, as far as they were asked for.
package struct XMLRecord: Hashable, Sendable {
  package var name: String
  /// Where it begins.
  package var line: Int
  package var attributes = Texts()
  package var fields = Texts()

  /// Texts by their names. A record has so few that a comparison with each is faster than a hash.
  package struct Texts: Hashable, Sendable {
    private var names: [String] = []
    private var texts: [String] = []

    /// The text with a name; nil where the record has none.
    package subscript(name: String) -> String? { names.firstIndex(of: name).map { texts[$0] } }

    fileprivate mutating func add(_ text: String, to name: String) {
      if let place = names.firstIndex(of: name) {
        texts[place] += text
      } else {
        names.append(name)
        texts.append(text)
      }
    }
  }
}

/// Why a document cannot be read, with the line.
package struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  /// A part of a sentence.
  package var reason: String

  package init(_ line: Int, _ reason: String) { (self.line, self.reason) = (line, reason) }

  package var description: String { "line \(line): \(reason)" }
}

/// Reads the children of a document's root one after the other with libxml2's reader: memory does not grow with the size of
/// the document.
///
/// Nothing is fetched, and a document that declares entities is refused: they could make any size of a few bytes. libxml2
/// itself bounds the depth (256) and the size of a name, an attribute and a text (10 MB).
package final class XMLRecords {
  /// The name of the root.
  package private(set) var root = ""
  private let reader: xmlTextReaderPtr
  private let input: Input
  private let wanted: Set<String>
  /// libxml2 has each name once, at one place. A dump has some twenty.
  private var names: [(place: UnsafePointer<xmlChar>, name: (text: String, isWanted: Bool))] = []

  /// The bytes of the texts and attributes of one record; those of a wiki's log have up to 64 KiB.
  private static let mostText = 1 << 20
  /// The names of elements and attributes that are kept.
  private static let mostNames = 50

  /// The codes by which releases of libxml2 say that a document exceeds a bound of theirs; 114 is `XML_ERR_RESOURCE_LIMIT`,
  /// which older ones lack.
  private static let limits = [
    Int32(XML_ERR_INTERNAL_ERROR.rawValue), Int32(XML_ERR_NO_MEMORY.rawValue), 114,
  ]

  /// What libxml2 reads from.
  private final class Input {
    private let read: () throws -> [UInt8]
    private var piece: ArraySlice<UInt8> = []
    var failure: (any Error)?

    init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

    func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
      do {
        if piece.isEmpty { piece = try read()[...] }
        let part = piece.prefix(room.count)
        room.copyBytes(from: part)
        piece = piece.dropFirst(part.count)
        return part.count
      } catch {
        failure = error
        return -1
      }
    }
  }

  /// Reads as far as the root.
  ///
  /// - Parameters:
  ///   - fields: The names of attributes of records, and of their children, that are wanted.
  ///   - read: Gives the next bytes, and none at the end.
  /// - Throws: ``XMLFailure`` where it is not such a document; what `read` throws.
  package init(fields: Set<String>, _ read: @escaping () throws -> [UInt8]) throws {
    Libxml2.start()
    (wanted, input) = (fields, Input(read))
    let options = Int32(
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_NOCDATA.rawValue | XML_PARSE_NOBLANKS.rawValue)
    let made = xmlReaderForIO(
      { context, room, count in
        guard let context, let room else { return -1 }
        let input = Unmanaged<Input>.fromOpaque(context).takeUnretainedValue()
        return Int32(input.fill(UnsafeMutableRawBufferPointer(start: room, count: Int(count))))
      }, nil, Unmanaged.passUnretained(input).toOpaque(), nil, nil, options)
    guard let made else { throw XMLFailure(0, "libxml2 has no memory") }
    reader = made
    while root.isEmpty {
      guard let type = try step() else { throw failure("there is no element") }
      if type == .element { root = name }
    }
  }

  deinit { xmlFreeTextReader(reader) }

  /// A failure at the place that was read last.
  package func failure(_ reason: String) -> XMLFailure { XMLFailure(line, reason) }

  /// The next child of the root; nil at the end.
  ///
  /// - Throws: As `init(fields:_:)`.
  package func next() throws -> XMLRecord? {
    var (record, field) = (XMLRecord?.none, String?.none)
    var count = 0
    func admit(_ text: String) throws -> String {
      count += text.utf8.count
      guard count <= Self.mostText else { throw failure("a row has more than 1 MiB of text") }
      return text
    }
    while let type = try step() {
      switch (type, xmlTextReaderDepth(reader)) {
      case (.element, 1):
        record = XMLRecord(name: name, line: line)
        let isWhole = xmlTextReaderIsEmptyElement(reader) == 1
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
          let (name, isWanted) = known
          if isWanted { record?.attributes.add(try admit(value), to: name) }
        }
        if isWhole { return record }
      case (.endElement, 1): return record
      case (.element, 2):
        let (name, isWanted) = known
        field = isWanted && xmlTextReaderIsEmptyElement(reader) == 0 ? name : nil
      case (.endElement, 2): field = nil
      case (.text, 3), (.whitespace, 3):
        if let field { record?.fields.add(try admit(value), to: field) }
      default: break
      }
    }
    return nil
  }

  /// Goes to the next node, and returns its type; nil at the end.
  private func step() throws -> Int32? {
    let status = xmlTextReaderRead(reader)
    if let failure = input.failure { throw failure }
    guard status >= 0 else {
      guard let error = xmlGetLastError() else { throw failure("it cannot be read") }
      let reason = error.pointee.message.map { String(cString: $0) } ?? "it cannot be read"
      throw XMLFailure(
        Int(error.pointee.line),
        Self.limits.contains(error.pointee.code)
          ? "a text, an attribute or a comment has more than 10 MB, or elements are nested deeper than 256"
          : "it is not well-formed XML (\(reason.trimmed))")
    }
    let type = xmlTextReaderNodeType(reader)
    if type == .documentType || type == .entityReference {
      throw failure("it declares a document type or entities, which no dump does")
    }
    return status == 1 ? type : nil
  }

  private var value: String {
    xmlTextReaderConstValue(reader).map { String(cString: $0) } ?? ""
  }

  private var name: String { known.text }

  /// The name of the node, and whether it is among those whose texts are wanted.
  private var known: (text: String, isWanted: Bool) {
    guard let place = xmlTextReaderConstLocalName(reader) else { return ("", false) }
    if let known = names.first(where: { $0.place == place }) { return known.name }
    let name = String(cString: place)
    let found = (text: name, isWanted: wanted.contains(name))
    if names.count < Self.mostNames { names.append((place, found)) }
    return found
  }

  /// libxml2 counts the lines of nodes to 65,535, and beyond only how far it has read ahead.
  private var line: Int {
    let known = xmlTextReaderCurrentNode(reader).map { xmlGetLineNo($0) } ?? 0
    return known > 0 && known < 65_535 ? known : Int(xmlTextReaderGetParserLineNumber(reader))
  }
}

extension Int32 {
  fileprivate static let element = Int32(XML_READER_TYPE_ELEMENT.rawValue)
  fileprivate static let endElement = Int32(XML_READER_TYPE_END_ELEMENT.rawValue)
  fileprivate static let text = Int32(XML_READER_TYPE_TEXT.rawValue)
  fileprivate static let whitespace = Int32(XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue)
  fileprivate static let documentType = Int32(XML_READER_TYPE_DOCUMENT_TYPE.rawValue)
  fileprivate static let entityReference = Int32(XML_READER_TYPE_ENTITY_REFERENCE.rawValue)
}

extension String {
  /// Without the line break at its end.
  fileprivate var trimmed: Substring { self[...].prefix { !$0.isNewline } }
}
