package import Roster

/// The network whose sites the tests mirror where they name no other.
package let testNetwork: NetworkID = "stackexchange"

/// A test names a site of ``testNetwork`` by its id alone.
extension SiteRef: ExpressibleByStringInterpolation {
  package init(stringLiteral id: SiteID) {
    self.init(testNetwork, id)
  }

  /// The site of ``testNetwork`` with that id.
  package init(test id: SiteID) {
    self.init(testNetwork, id)
  }
}
