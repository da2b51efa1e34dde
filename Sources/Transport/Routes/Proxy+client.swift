import AsyncHTTPClient
import NIOSSL

extension HTTPClient.Configuration {
  /// Lets every connection take the route.
  mutating func use(_ route: Route) {
    proxy = route.proxy.map { Proxy($0) }
    guard let trustRoots = route.trustRoots else { return }
    tlsConfiguration = .makeClientConfiguration()
    tlsConfiguration?.trustRoots = trustRoots
  }
}

extension HTTPClient.Configuration.Proxy {
  /// - Parameter proxy: The proxy to use for every connection.
  fileprivate init(_ proxy: Transport.Proxy) {
    switch proxy.kind {
    case .http:
      self = .server(
        host: proxy.host, port: proxy.port,
        authorization: proxy.login.map { .basic(username: $0.user, password: $0.password) })
    case .socks5: self = .socksServer(host: proxy.host, port: proxy.port)
    }
  }
}
