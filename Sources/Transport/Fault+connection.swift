import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension Fault {
  /// Describes a failure of the connection in a sentence without a URL.
  ///
  /// - Parameter proxy: The proxy that the connection goes through; it is named where it may be the
  ///   cause.
  init(describing error: any Error, through proxy: Proxy?) {
    self = proxy.flatMap { Fault(describing: error, of: $0) } ?? Fault(describing: error)
    if let proxy, kind != .proxy, kind != .proxyRefused {
      message += ", through the proxy \(proxy)"
    }
  }

  /// Nil where the error is not the proxy's.
  private init?(describing error: any Error, of proxy: Proxy) {
    switch error {
    case let error as HTTPClientError where error == .proxyAuthenticationRequired:
      self.init(
        .proxyRefused,
        "the proxy \(proxy) "
          + (proxy.login == nil
            ? "requires a user and a password, as in http://USER:PASSWORD@HOST:PORT"
            : "refuses the user and the password"))
    case let error as HTTPClientError where error == .invalidProxyResponse:
      self.init(.proxy, "the proxy \(proxy) refuses the connection, or cannot make it")
    case let error as HTTPClientError where Self.proxyTimeouts.contains(error):
      self.init(.proxy, "the proxy \(proxy) did not connect within the timeout of one request")
    case let error as NIOConnectionError:
      self.init(.proxy, "no connection to the proxy \(proxy): \(Self.reason(error))")
    case let error as IOError where Self.unconnected.contains(error.errnoCode):
      self.init(.proxy, "no connection to the proxy \(proxy): \(Self.reason(error))")
    case _
    where proxy.kind == .socks5 && !(error is HTTPClientError) && !(error is IOError)
      && !(error is HTTPParserError) && !(error is NIOSSLError) && !(error is NIOSSLExtraError):
      self.init(.proxy, "the proxy \(proxy) refuses the connection, or cannot make it")
    default: return nil
    }
    // The API sees a request only through a connection.
    isUnsent = true
  }

  private init(describing error: any Error) {
    let early = "the connection was closed before the answer was complete"
    switch error {
    case let error as HTTPClientError where Self.timeouts.contains(error):
      self.init(.timeout, "no complete answer within the timeout of one request")
    case let error as HTTPClientError where error == .remoteConnectionClosed:
      self.init(.connection, early)
    case HTTPParserError.invalidStatus:
      self.init(.undecodable, "the answer has no valid status")
    case is HTTPParserError:
      self.init(.cutShort, early)
    case is NIOSSLError, is NIOSSLExtraError:
      self.init(
        .connection, "no encrypted connection: \(Self.reason(ofTLS: error))", isUnsent: true)
    case let error as IOError:
      self.init(
        .connection, "the connection failed: \(Self.reason(error))",
        isUnsent: Self.unconnected.contains(error.errnoCode))
    case let error as NIOConnectionError:
      self.init(
        .connection, "no connection to \(error.host), port \(error.port): \(Self.reason(error))",
        isUnsent: true)
    default:
      self.init(.connection, "the connection failed (\(type(of: error)))")
    }
  }

  private static func reason(_ error: NIOConnectionError) -> String {
    error.connectionErrors.first.map { reason($0.error) } ?? "no such host"
  }

  /// NIO's texts name its source files.
  private static func reason(ofTLS error: any Error) -> String {
    switch error {
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "the server's certificate is for another host"
    case NIOSSLError.handshakeFailed(let cause)
    where "\(cause)".contains("CERTIFICATE_VERIFY_FAILED"):
      "the server's certificate is not valid, or not of an authority that this machine trusts"
    default: "the TLS handshake failed"
    }
  }

  /// The system's message; NIO's messages are for its developers.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    return unsafe String(cString: strerror(error.errnoCode)).lowercased()
  }

  /// Errors of connecting; all other errors may come after the request was sent.
  private static let unconnected = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH]

  private static let proxyTimeouts: [HTTPClientError] = [
    .connectTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
  ]

  private static let timeouts: [HTTPClientError] = [
    .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout,
    .tlsHandshakeTimeout,
  ]
}
