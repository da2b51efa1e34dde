import CLibXML2

/// Why a text is not a well-formed XML document, with the line; nil where it is one. Pages of the
/// reports are both HTML and XML.
///
/// Foundation is unsuitable: its `XMLParser` accepts a document with unclosed elements, and its
/// `XMLDocument` crashes on an empty one.
package func xmlError(in text: String) -> String? {
  xmlInitParser()
  guard let context = unsafe xmlNewParserCtxt() else { return "libxml2 has no memory" }
  defer { unsafe xmlFreeParserCtxt(context) }
  let options = Int32(
    XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_HUGE.rawValue)
  let bytes = Array(text.utf8)
  let document = unsafe bytes.withUnsafeBytes {
    unsafe xmlCtxtReadMemory(
      context, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), nil,
      "UTF-8", options)
  }
  unsafe xmlFreeDoc(document)
  guard unsafe context.pointee.wellFormed == 0 || document == nil else { return nil }
  guard let error = unsafe xmlCtxtGetLastError(context) else { return "line 0: unknown" }
  return unsafe "line \(error.pointee.line): \(String(cString: error.pointee.message))"
}
