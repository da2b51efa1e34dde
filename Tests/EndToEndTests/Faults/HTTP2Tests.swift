import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import TestKit
import Testing

/// A server that speaks HTTP/2, as most APIs do.
@Suite(.bounded) struct HTTP2Tests {
  private static let body = "{}"

  /// Answers each request with a status and a body.
  private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload
    private let status: String

    init(status: String) { self.status = status }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .headers(let request) = unwrapInboundIn(data), request.endStream else { return }
      let head = HPACKHeaders([(":status", status), ("content-type", "application/json")])
      context.write(wrapOutboundOut(.headers(.init(headers: head))), promise: nil)
      let body = HTTP2Frame.FramePayload.Data(
        data: .byteBuffer(ByteBuffer(string: HTTP2Tests.body)), endStream: true)
      context.writeAndFlush(wrapOutboundOut(.data(body)), promise: nil)
    }
  }

  /// Runs a sync against a server that answers everything with this status.
  private static func ending(status: String) async throws -> Ending {
    try await withTemporaryFolder { folder in
      let certificate = try await Certificate(for: "localhost", in: folder, protocols: ["h2"])
      let (tls, group) = (certificate.context, MultiThreadedEventLoopGroup.singleton)
      let server = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(NIOSSLServerHandler(context: tls))
            try pipeline.addHandler(
              NIOHTTP2Handler(mode: .server, eventLoop: channel.eventLoop) { stream in
                stream.eventLoop.makeCompletedFuture {
                  try stream.pipeline.syncOperations.addHandler(Answering(status: status))
                }
              })
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      let base = "https://localhost:\(server.localAddress?.port ?? 0)/2.3"
      let ending = try await Program.run(
        Program.sync(base, ["--all", "--retries", "0"]), in: folder,
        environment: ["SSL_CERT_FILE": certificate.path])
      try await server.close()
      return ending
    }
  }

  /// The client takes a head below 200 for an interim one; without a check, the body after it ends the process.
  @Test(arguments: ["000", "0", "7", "99"])
  func aStatusBelow100IsAFault(status: String) async throws {
    let ending = try await Self.ending(status: status)
    #expect(ending.code == 69, "\(ending)")
    #expect(ending.messages.contains("Error: "), "\(ending.messages)")
  }

  /// What the other tests rely on: answers of this server reach the program.
  @Test func anAnswerOverHTTP2IsRead() async throws {
    let ending = try await Self.ending(status: "200")
    #expect(ending.messages.contains("items or has_more is missing"), "\(ending)")
  }
}
