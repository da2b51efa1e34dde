import CLibXML2

/// Receives the parse events of a piece of HTML.
protocol HTMLHandler: AnyObject {
  /// - Parameter name: The element's name in lower case.
  func start(_ name: String)
  func end(_ name: String)
  /// A piece of text, character references decoded, valid UTF-8; adjacent pieces are one text.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  /// A `link` element with a `rel` and an `href`.
  func relation(_ names: String, link: String)
}

extension HTMLHandler {
  func relation(_ names: String, link: String) {}
}

/// Parses HTML with libxml2's SAX parser, as a stream of events without a tree.
///
/// Nothing is fetched and no error is reported. Content that is nested deeper than ``maximumDepth``
/// is dropped together with everything after it, so that the cost stays linear. Reuse a reader for
/// many texts: creating its parser costs as much as parsing a short text.
final class HTMLReader {
  static let maximumDepth: Int32 = 512

  private var context: htmlParserCtxtPtr?
  /// Bytes parsed with this context, which stores every name that it parses.
  private var count = 0
  private static let limit = 1 << 20
  private var handler: (any HTMLHandler)?

  init() {
    Libxml2.start()
  }

  deinit {
    htmlFreeParserCtxt(context)
  }

  func read(_ html: String, into handler: some HTMLHandler) {
    // The parser drops references to invalid characters; replace them with U+FFFD.
    let input = Self.prefix + MarkupText.printableBytes(MarkupText.decodingBadReferences(in: html))
    if context == nil || count > Self.limit { renew() }
    count += input.count
    self.handler = handler
    defer { self.handler = nil }
    input.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      _ = htmlCtxtReadMemory(
        context, start, Int32(clamping: bytes.count), nil, "UTF-8", Self.options)
    }
  }

  /// Prevents the parser from adding paragraphs around plain text.
  private static let prefix = Array("<html><body>".utf8)

  private static let options = Int32(
    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NODEFDTD.rawValue)

  private func renew() {
    htmlFreeParserCtxt(context)
    context = htmlNewParserCtxt()
    count = 0
    if let context { listen(context) }
  }

  private func listen(_ context: htmlParserCtxtPtr) {
    var sax = xmlSAXHandler()
    sax.startElement = { pointer, name, attributes in
      guard let reader = HTMLReader.reader(pointer), let context = reader.context, let name else {
        return
      }
      if context.pointee.nameNr > HTMLReader.maximumDepth {
        xmlStopParser(context)
      } else {
        let name = String(cString: name)
        reader.handler?.start(name)
        if name == "link", let link = HTMLReader.value(of: "href", in: attributes),
          let names = HTMLReader.value(of: "rel", in: attributes)
        {
          reader.handler?.relation(names, link: link)
        }
      }
    }
    sax.endElement = { pointer, name in
      guard let reader = HTMLReader.reader(pointer), let name else { return }
      reader.handler?.end(String(cString: name))
    }
    let text: charactersSAXFunc = { pointer, bytes, count in
      HTMLReader.reader(pointer)?.handler?.text(
        UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    sax.characters = text
    sax.ignorableWhitespace = text
    sax.cdataBlock = text
    context.pointee.sax.pointee = sax
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  private static func reader(_ pointer: UnsafeMutableRawPointer?) -> HTMLReader? {
    pointer.map { Unmanaged<HTMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func value(
    of wanted: String, in attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) -> String? {
    guard var attribute = attributes else { return nil }
    while let name = attribute.pointee {
      if xmlStrEqual(name, wanted) == 1 { return attribute[1].map { String(cString: $0) } }
      attribute += 2
    }
    return nil
  }
}

/// Initialises libxml2 once per process, before threads use it, and lets it print nothing.
enum Libxml2 {
  private static let started: Void = xmlInitParser()

  static func start() {
    _ = started
    modexport_libxml2_silence()
  }
}

extension MarkupText {
  /// The version of libxml2 that runs, such as `2.9.14`.
  package static var libraryVersion: String {
    // Such as `20914`, and more after it in versions between releases.
    let digits = String(cString: modexport_libxml2_version()).prefix { $0.isNumber }
    guard let number = Int(digits) else { return String(digits) }
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
