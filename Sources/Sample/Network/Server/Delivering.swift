import Glibc
import Hummingbird
import NIOCore

/// Sends one response on one connection, including the faults of the connection.
struct Delivering: Sendable {
  private let answer: SampleResponse
  private let channel: any Channel

  init(_ answer: SampleResponse, channel: any Channel) {
    self.answer = answer
    self.channel = channel
  }

  /// - Throws: Where the connection was closed without a complete response.
  var response: Response {
    get async throws {
      if answer.delivery == .reset { try await reset() }
      return Response(status: .init(code: answer.status), headers: headers, body: body)
    }
  }

  private var headers: HTTPFields {
    var headers = HTTPFields()
    for (name, value) in answer.headers {
      guard let name = HTTPFields.Element.Name(name) else { continue }
      headers[name] = value
    }
    return headers
  }

  private var body: ResponseBody {
    let length = answer.body.count
    switch answer.delivery {
    case .whole, .reset: return ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    case .cut(let after):
      return ResponseBody(contentLength: length) { writer in
        try await writer.write(ByteBuffer(bytes: answer.body[..<after]))
        throw ConnectionEnded()
      }
    case .stall(let after):
      return ResponseBody(contentLength: length) { writer in
        try await writer.write(ByteBuffer(bytes: answer.body[..<after]))
        // Ends when the client disconnects, or when the server's task is cancelled.
        while channel.isActive { try await Task.sleep(for: .milliseconds(50)) }
        throw ConnectionEnded()
      }
    case .trickle(let piece, let pause):
      return ResponseBody(contentLength: length) { writer in
        for start in stride(from: 0, to: length, by: piece) {
          try await Task.sleep(for: pause)
          let end = min(length, start + piece)
          try await writer.write(ByteBuffer(bytes: answer.body[start..<end]))
        }
        try await writer.finish(nil)
      }
    case .endless(let more):
      return ResponseBody { writer in
        try await writer.write(ByteBuffer(bytes: answer.body))
        while true { try await writer.write(ByteBuffer(bytes: more)) }
      }
    }
  }

  /// Closes at once and discards unsent bytes, which TCP reports to the client as a reset.
  private func reset() async throws {
    if let options = channel as? any SocketOptionProvider {
      try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try await channel.close()
    throw ConnectionEnded()
  }
}

/// Closes a connection whose response is not to be finished.
private struct ConnectionEnded: Error {}
