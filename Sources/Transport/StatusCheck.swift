import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Fails an answer with a status below 100. AsyncHTTPClient takes its head for an interim one, and ends the process at
/// the body that follows.
private final class StatusCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      isRefused = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    if !isRefused { context.fireChannelRead(data) }
  }
}

extension HTTPClient.Configuration {
  /// Lets every answer be checked before the client sees it.
  mutating func checkStatus() {
    http1_1ConnectionDebugInitializer = {
      Self.add(to: $0, after: ByteToMessageHandler<HTTPResponseDecoder>.self)
    }
    http2StreamChannelDebugInitializer = {
      Self.add(to: $0, after: HTTP2FramePayloadToHTTP1ClientCodec.self)
    }
  }

  /// - Parameter decoder: The handler that makes the parts of an answer.
  private static func add<Decoder: ChannelHandler & SendableMetatype>(
    to channel: any Channel, after decoder: Decoder.Type
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let handlers = channel.pipeline.syncOperations
      try handlers.addHandler(
        StatusCheck(), position: .after(handlers.handler(type: decoder)))
    }
  }
}
