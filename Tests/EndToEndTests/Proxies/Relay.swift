import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback that passes the bytes of each client to one port of loopback and back, whatever
/// host the client asked for: a proxy, or the end of TLS in front of a server without it.
final class Relay: Sendable {
  /// What a client has to send first.
  enum Opening: Sendable {
    /// Nothing.
    case none
    /// `CONNECT`, with this `Proxy-Authorization` or without.
    case connect(authorization: String?)
    /// `CONNECT`, which is answered with this status.
    case refuse(status: Int)
    /// A SOCKS 5 greeting without login, and a request; it is refused with this code unless that is 0.
    case socks(reply: UInt8)
  }

  private let opening: Opening
  private let target: Int
  private let tls: NIOSSLContext?
  private let bytes = Mutex<[UInt8]>([])
  private let openings = Mutex<[String]>([])

  /// - Parameter tls: What the server proves itself with; nil for one without TLS.
  init(to target: Int, _ opening: Opening = .none, tls: NIOSSLContext? = nil) {
    (self.target, self.opening, self.tls) = (target, opening, tls)
  }

  /// All bytes that clients sent.
  var received: [UInt8] { bytes.withLock { $0 } }
  /// The head of each `CONNECT`, and `HOST:PORT` of each SOCKS request.
  var asked: [String] { openings.withLock { $0 } }

  /// Serves on a free port while the body runs.
  func withRunning<Result: Sendable>(
    _ body: @escaping @Sendable (_ port: Int) async throws -> Result
  ) async throws -> Result {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { [tls] channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.executeThenClose { clients in
          try await withThrowingDiscardingTaskGroup { group in
            // What a client or the target breaks off is theirs.
            for try await client in clients { group.addTask { try? await self.serve(client) } }
          }
        }
      }
      defer { group.cancelAll() }
      return try await body(server.channel.localAddress?.port ?? 0)
    }
  }

  private func serve(_ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
    try await client.executeThenClose { inbound, outbound in
      var dialogue = Dialogue(opening)
      var iterator = inbound.makeAsyncIterator()
      var rest = ByteBuffer()
      while !dialogue.isOver {
        guard let piece = try await iterator.next() else { return }
        note(piece)
        rest.writeImmutableBuffer(piece)
        while let reply = dialogue.reply(to: &rest) {
          if let asked = dialogue.asked { openings.withLock { $0.append(asked) } }
          try await outbound.write(ByteBuffer(bytes: reply.bytes))
          if reply.isRefusal { return }
          if dialogue.isOver { break }
        }
      }
      let upstream = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "127.0.0.1", port: target) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      try await upstream.executeThenClose { answers, questions in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for try await piece in answers { try await outbound.write(piece) }
            outbound.finish()
          }
          if rest.readableBytes > 0 { try await questions.write(rest) }
          while let piece = try await iterator.next() {
            note(piece)
            try await questions.write(piece)
          }
          group.cancelAll()
        }
      }
    }
  }

  private func note(_ piece: ByteBuffer) {
    bytes.withLock { $0 += piece.readableBytesView }
  }
}

/// What is said before the bytes are passed on.
private struct Dialogue {
  struct Reply {
    var bytes: [UInt8]
    var isRefusal = false
  }

  private let opening: Relay.Opening
  private(set) var isOver: Bool
  /// What the client asked for in the message that was answered last.
  private(set) var asked: String?
  private var isGreeted = false

  init(_ opening: Relay.Opening) {
    self.opening = opening
    isOver = if case .none = opening { true } else { false }
  }

  /// The reply to the first message of the buffer, which is consumed; nil while it is incomplete.
  mutating func reply(to buffer: inout ByteBuffer) -> Reply? {
    switch opening {
    case .none: return nil
    case .connect(let authorization):
      guard let head = Self.head(&buffer) else { return nil }
      asked = head
      isOver = true
      guard let authorization else { return Reply(bytes: Self.ok) }
      let isAllowed =
        head.lowercased().contains("proxy-authorization: ")
        && head.contains(" \(authorization)\r\n")
      return isAllowed
        ? Reply(bytes: Self.ok) : Reply(bytes: Self.answer(407), isRefusal: true)
    case .refuse(let status):
      guard let head = Self.head(&buffer) else { return nil }
      asked = head
      return Reply(bytes: Self.answer(status), isRefusal: true)
    case .socks(let code): return socksReply(code, &buffer)
    }
  }

  private mutating func socksReply(_ code: UInt8, _ buffer: inout ByteBuffer) -> Reply? {
    guard isGreeted else {
      guard buffer.readableBytes >= 3 else { return nil }
      buffer.moveReaderIndex(forwardBy: 3)
      isGreeted = true
      return Reply(bytes: [5, 0])
    }
    // Version, command, 0, kind of the address (3: a name), its length.
    guard buffer.readableBytes > 5,
      let length = buffer.getInteger(at: buffer.readerIndex + 4, as: UInt8.self),
      buffer.readableBytes >= 7 + Int(length)
    else { return nil }
    buffer.moveReaderIndex(forwardBy: 5)
    let name = buffer.readString(length: Int(length)) ?? ""
    asked = "\(name):\(buffer.readInteger(as: UInt16.self) ?? 0)"
    isOver = true
    return Reply(bytes: [5, code, 0, 1, 0, 0, 0, 0, 0, 0], isRefusal: code != 0)
  }

  private static let ok = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)

  private static func answer(_ status: Int) -> [UInt8] {
    Array("HTTP/1.1 \(status) No\r\nContent-Length: 3\r\n\r\nno\n".utf8)
  }

  private static func head(_ buffer: inout ByteBuffer) -> String? {
    let text = String(buffer: buffer)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let head = String(text[..<end.upperBound])
    buffer.moveReaderIndex(forwardBy: head.utf8.count)
    return head
  }
}
