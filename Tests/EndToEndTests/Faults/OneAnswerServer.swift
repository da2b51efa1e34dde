import Glibc

/// A server that reads one request as it came, answers as it is told, and closes.
final class OneAnswerServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let answer: String

  /// - Parameter answer: The bytes of the answer, with the status line; none if empty.
  init(_ answer: String = "") {
    self.answer = answer
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    port = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe bind(listener, $0, length)
        _ = unsafe getsockname(listener, $0, &length)
      }
      return unsafe UInt16(bigEndian: pointer.pointee.sin_port)
    }
    listen(listener, 1)
  }

  /// Waits for the request.
  var request: String {
    get async {
      let connection = accept(listener, nil, nil)
      defer { Glibc.close(connection) }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe read(connection, &bytes, bytes.count)
      let answer = Array(answer.utf8)
      _ = unsafe write(connection, answer, answer.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  func close() {
    Glibc.close(listener)
  }
}
