import CLibXML2

/// Writes one XML document in UTF-8 into memory, with libxml2's text writer.
///
/// Text and attributes are escaped; characters that XML does not allow become U+FFFD. Names of
/// elements and attributes are not checked: they must be constants of the program.
package struct XMLWriter: ~Copyable {
  private let writer: xmlTextWriterPtr
  private let buffer: xmlBufferPtr

  /// Begins a document: writes the XML declaration immediately.
  ///
  /// - Parameter indented: Whether each element is on a line of its own, indented by two spaces.
  package init(indented: Bool = true) {
    Libxml2.start()
    guard let buffer = xmlBufferCreate(), let writer = xmlNewTextWriterMemory(buffer, 0) else {
      preconditionFailure("libxml2 has no memory for a writer")
    }
    self.buffer = buffer
    self.writer = writer
    xmlTextWriterSetIndent(writer, indented ? 1 : 0)
    xmlTextWriterSetIndentString(writer, "  ")
    xmlTextWriterStartDocument(writer, "1.0", "UTF-8", nil)
  }

  deinit {
    xmlFreeTextWriter(writer)
    xmlBufferFree(buffer)
  }

  /// Opens an element, which ``end()`` closes.
  package mutating func start(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
    xmlTextWriterStartElement(writer, name)
    for (name, value) in attributes { attribute(name, value) }
  }

  /// Adds an attribute to the element just opened, before any text.
  package mutating func attribute(_ name: String, _ value: String) {
    xmlTextWriterWriteAttribute(writer, name, MarkupText.printable(value))
  }

  /// Adds text to the open element.
  package mutating func text(_ text: String) {
    xmlTextWriterWriteString(writer, MarkupText.printable(text))
  }

  /// Closes the element opened last.
  package mutating func end() {
    xmlTextWriterEndElement(writer)
  }

  /// Writes an element that contains only text.
  package mutating func element(
    _ name: String, _ content: String, _ attributes: KeyValuePairs<String, String> = [:]
  ) {
    start(name, attributes)
    text(content)
    end()
  }

  /// Closes every open element and returns the document.
  package consuming func finish() -> String {
    xmlTextWriterEndDocument(writer)
    xmlTextWriterFlush(writer)
    return content
  }

  private var content: String {
    guard let start = xmlBufferContent(buffer) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(xmlBufferLength(buffer)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
