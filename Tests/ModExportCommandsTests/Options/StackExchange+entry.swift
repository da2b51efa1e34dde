import Roster

@testable import ModExportCommands

extension NetworkRegistry.Entry {
  /// The network that the program asks where the user names no other.
  static var stackExchange: Self { NetworkRegistry.standard.entries[0] }
}

extension WebAddress {
  static var stackExchange: WebAddress {
    guard let address = NetworkRegistry.Entry.stackExchange.address else {
      preconditionFailure("Stack Exchange has one API")
    }
    return address
  }
}
