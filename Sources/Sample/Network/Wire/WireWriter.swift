/// Writes JSON text byte by byte. It does not validate the structure: it sets commas between
/// neighbours, and the caller opens and closes.
struct WireWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  mutating func object(_ write: (inout WireWriter) -> Void) {
    nested(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
  }

  mutating func array(_ write: (inout WireWriter) -> Void) {
    nested(UInt8(ascii: "["), UInt8(ascii: "]"), write)
  }

  mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A key that is already JSON, with its colon.
  mutating func key(raw json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = false
  }

  mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: { Self.needsEscape($0) }) {
      for byte in text.utf8 { append(escaped: byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func value(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Values that are already JSON, separated by commas.
  mutating func raw(_ json: [UInt8]) {
    guard !json.isEmpty else { return }
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func nested(_ open: UInt8, _ close: UInt8, _ write: (inout WireWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    write(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: Array("\\u00".utf8))
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 0xF)])
    default: bytes.append(byte)
    }
  }
}

extension WireWriter {
  mutating func field(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  mutating func field(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  mutating func field(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }
}
