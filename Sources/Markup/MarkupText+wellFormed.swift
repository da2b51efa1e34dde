import CLibXML2

extension MarkupText {
  /// Whether libxml2 can parse the text as one XML document, without any network.
  package static func isWellFormed(xml: String) -> Bool {
    firstError(inXML: xml) == nil
  }

  /// Why the text is no well-formed XML document, with the line; nil where it is one. Pages of the
  /// reports are written so that they are HTML and XML at once.
  package static func firstError(inXML xml: String) -> String? {
    Libxml2.start()
    guard let context = xmlNewParserCtxt() else { return "libxml2 has no memory" }
    defer { xmlFreeParserCtxt(context) }
    let options = Int32(
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_HUGE.rawValue)
    let bytes = Array(xml.utf8)
    let document = bytes.withUnsafeBytes {
      xmlCtxtReadMemory(
        context, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil,
        "UTF-8", options)
    }
    xmlFreeDoc(document)
    guard context.pointee.wellFormed == 0 || document == nil else { return nil }
    let message = modexport_xml_error_message(context).map { String(cString: $0) } ?? "unknown"
    return "line \(modexport_xml_error_line(context)): " + message.filter { $0 != "\n" }
  }
}
