/// A strict reader of RFC 4180, with nil for an empty field without quotes.
package enum CSVReader {
  struct Malformed: Error { var offset: Int }

  package static func records(in bytes: [UInt8]) throws -> [[String?]] {
    var records: [[String?]] = []
    var record: [String?] = []
    var index = 0
    while index < bytes.count {
      record.append(try field(in: bytes, at: &index))
      if index < bytes.count, bytes[index] == UInt8(ascii: ",") {
        index += 1
      } else {
        guard bytes[index...].starts(with: [0x0D, 0x0A]) else { throw Malformed(offset: index) }
        index += 2
        records.append(record)
        record = []
      }
    }
    return records
  }

  private static func field(in bytes: [UInt8], at index: inout Int) throws -> String? {
    let quote = UInt8(ascii: "\"")
    guard index < bytes.count, bytes[index] == quote else {
      let start = index
      while index < bytes.count, ![0x0D, 0x0A, 0x22, 0x2C].contains(bytes[index]) { index += 1 }
      return start == index ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var content: [UInt8] = []
    index += 1
    while index < bytes.count {
      if bytes[index] == quote {
        index += 1
        guard index < bytes.count, bytes[index] == quote else {
          return String(decoding: content, as: UTF8.self)
        }
      }
      content.append(bytes[index])
      index += 1
    }
    throw Malformed(offset: index)
  }
}
