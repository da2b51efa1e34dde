/// A proxy that connects to an API on behalf of this program.
///
/// Neither its description nor its mirror contains the user or the password.
package struct Proxy: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The protocol that is spoken with it.
  package var kind: Kind
  /// A name or an IP address, without the brackets of an IPv6 address.
  package var host: String
  package var port: Int
  /// Sent as `Proxy-Authorization`; nil without a user.
  package var login: Login?
  /// The environment variable that names it.
  package var variable: String

  /// A proxy as a variable names it.
  package init(_ kind: Kind, host: String, port: Int, login: Login? = nil, variable: String) {
    self.kind = kind
    self.host = host
    self.port = port
    self.login = login
    self.variable = variable
  }

  /// How a proxy is asked to connect.
  package enum Kind: String, Hashable, Sendable {
    /// `CONNECT` over HTTP, for encrypted and unencrypted APIs.
    case http
    /// SOCKS version 5, which resolves the API's name itself.
    case socks5
  }

  /// A user and a password, decoded.
  package struct Login: Hashable, Sendable {
    package var user: String
    package var password: String

    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  /// The address without user and password.
  package var address: String {
    "\(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  package var description: String { "\(address) ($\(variable))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
