import Roster

/// The kinds of networks that can be served, by the real one whose wire format each has.
package enum SampleKind: String, CaseIterable, Hashable, Sendable {
  case exchange = "stackexchange"
  case forums = "discourse"
  case wikis = "mediawiki"

  /// The name under which modexport mirrors it.
  package var network: String {
    switch self {
    case .exchange, .forums: rawValue
    case .wikis: "wikimedia"
    }
  }

  /// What a site of it is called, in the plural.
  package var sites: String {
    switch self {
    case .exchange: "sites"
    case .forums: "forums"
    case .wikis: "wikis"
    }
  }

  /// How many sites there are unless a number is given. Each forum has an address of its own, so that many of
  /// them would be hard to name.
  package var siteEstimate: Int {
    switch self {
    case .exchange: SampleSite.recorded.count
    case .forums: 12
    case .wikis: SampleSite.recorded.count { $0.type == .main }
    }
  }

  /// Whether it counts the requests of a day, and asks for waits with its answers.
  package var hasQuota: Bool { self == .exchange }

  /// A fault that it can simulate.
  package struct Fault: Hashable, Sendable {
    package var name: String
    /// What happens, in one sentence.
    package var meaning: String
  }

  /// The faults that it can simulate.
  package var faults: [Fault] {
    switch self {
    case .exchange: SampleFault.catalogue.map { Fault(name: $0.name, meaning: $0.meaning) }
    case .forums: Self.faults(ForumFault.self)
    case .wikis: Self.faults(WikiFault.self)
    }
  }

  /// The lies that the servers of each of them can tell.
  package static var lies: [Fault] { faults(ServerLie.self) }

  private static func faults<Kind: ServerFaultKind>(_ kinds: Kind.Type) -> [Fault] {
    kinds.allCases.map { Fault(name: $0.rawValue, meaning: $0.meaning) }
  }
}
