import SampleNetwork

/// Where a sample network is served, and how it is mirrored from there.
struct SampleAddresses {
  private let kind: SampleKind
  private let entrance: SampleEntrance
  /// Where clients begin, such as `http://127.0.0.1:8200/2.3`.
  let urls: [String]

  init(_ kind: SampleKind, _ entrance: SampleEntrance, host: String, port: Int) {
    self.kind = kind
    self.entrance = entrance
    let address = host.contains(":") ? "[\(host)]" : host
    urls = entrance.paths.map { "http://\(address):\(port)\($0)" }
  }

  /// The most addresses that a command line names.
  private static let mostNamed = 12

  /// What the command line mirrors, as a sentence that ends with a colon.
  var purpose: String {
    switch entrance {
    case .sites where urls.count > Self.mostNamed:
      "To mirror the first \(Self.mostNamed) of these \(urls.count) \(kind.sites):"
    case .api, .sites: "To mirror these \(kind.sites):"
    }
  }

  /// The command line that mirrors it, into an archive of its own.
  var commandLine: String {
    let network = kind == .exchange ? "" : " --network \(kind.network)"
    let sites =
      switch entrance {
      case .api: "--all --api-url \(urls.joined())"
      case .sites: urls.prefix(Self.mostNamed).joined(separator: " ")
      }
    let contact = kind == .wikis ? " --contact me@example.org" : ""
    return "modexport sync\(network) \(sites)\(contact) --archive sample.sqlite"
  }
}
