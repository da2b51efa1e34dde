package import Roster

/// The network of the tests' sites by default.
package let testNetwork: NetworkID = "stackexchange"

/// A string literal is a site of ``testNetwork``.
extension SiteRef: ExpressibleByStringInterpolation {
  package init(stringLiteral id: SiteID) {
    self.init(testNetwork, id)
  }

  /// The site of ``testNetwork`` with this id.
  package init(test id: SiteID) {
    self.init(testNetwork, id)
  }
}
