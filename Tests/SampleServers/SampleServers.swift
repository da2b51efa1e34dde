import Foundation
import SampleNetwork

/// Serves the sample forums (`forums`) or wikis (`wikis`) on a free port of loopback, for the tests
/// of clients in other languages. It prints one line: the address, and who is really there.
@main
struct SampleServers {
  static func main() async throws {
    let network = SampleConfiguration(day: 60, giant: 2_300)
    switch CommandLine.arguments.dropFirst().first {
    case "forums":
      let forums = SampleForums(
        ForumConfiguration(network: network, perMinute: nil, perTenSeconds: nil))
      let sites = ["cooking", "ru.stackoverflow", "giant"].map { ($0, people(of: $0, forums)) }
      try await serve(sites) { forums.respond(to: $0, at: $1) }
    case "wikis":
      let wikis = SampleWikis(WikiConfiguration(network: network, perMinute: nil))
      let sites = ["stackoverflow", "giant"].map {
        (SampleWikis.database(of: $0), people(of: $0, wikis))
      }
      try await serve(sites) { wikis.respond(to: $0, at: $1) }
    default:
      FileHandle.standardError.write(Data("SampleServers forums|wikis\n".utf8))
      exit(64)
    }
  }

  /// Ids and names by group.
  private typealias People = [String: [[String]]]

  private struct Told: Encodable {
    var root: String
    var truth: [String: People]
  }

  private static func people(of site: String, _ forums: SampleForums) -> People {
    let names = forums.groupNames(of: site)
    let staff = forums.staff(of: site)
    return [
      names[1] ?? "": staff.filter(\.isAdmin).map { ["\($0.id)", $0.username] },
      names[2] ?? "": staff.filter(\.isModerator).map { ["\($0.id)", $0.username] },
    ]
  }

  private static func people(of site: String, _ wikis: SampleWikis) -> People {
    let groups = ["sysop", "bureaucrat", "eliminator", "oversight"]
    return Dictionary(
      groups.map { group in
        (group, wikis.members(of: group, at: site).map { ["\($0.id)", $0.name] })
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func serve(
    _ sites: [(String, People)], _ responder: @escaping SampleListener.Responder
  ) async throws {
    let truth = Dictionary(sites, uniquingKeysWith: { first, _ in first })
    try await SampleListener(responder: responder).run { port in
      let told = Told(root: "http://127.0.0.1:\(port)", truth: truth)
      let line = (try? JSONEncoder().encode(told)) ?? Data()
      FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
  }
}
