import Networks
package import Roster
import Transport

/// The address of one forum, and the credential for its requests.
package struct ForumEndpoint: Hashable, Sendable {
  /// Including the folder of a forum that is not at the root of its host.
  package let address: WebAddress
  package let credential: ForumCredential?

  package init(_ address: WebAddress, credential: ForumCredential? = nil) {
    self.address = address
    self.credential = credential
  }

  /// The `network` of every forum.
  package static let network: NetworkID = "discourse"

  /// The forum's name in an archive: its address without the scheme. No id is the same on several
  /// forums.
  package var site: SiteRef { SiteRef(Self.network, address.siteID) }

  /// The name under which waits are stored: they belong to a forum and a key.
  package var throttleKey: String { Self.throttleKey(of: address.siteID, credential: credential) }

  /// The name under which the waits of a forum are stored.
  static func throttleKey(of site: SiteID, credential: ForumCredential?) -> String {
    "\(site)#\(credential?.key.fingerprint ?? "keyless")"
  }

  /// The address of a user's profile.
  func profile(of username: String) -> String {
    "\(address)/u/\(RequestQuery.encoded(username))"
  }

  /// The address of a picture of that many pixels, from a template such as
  /// `/user_avatar/host/name/{size}/1_2.png`, which is relative to the host.
  func picture(_ template: String, pixels: Int = 240) -> String {
    let path = template.replacing("{size}", with: "\(pixels)")
    if path.hasPrefix("//") { return "\(address.scheme):\(path)" }
    return path.hasPrefix("/") ? address.origin + path : path
  }
}
