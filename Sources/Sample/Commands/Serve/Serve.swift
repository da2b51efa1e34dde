import ArgumentParser
import ModExportCommands
import SampleNetwork

/// `modexport-sample serve`
struct ServeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a sample network over HTTP, for tests and trials.",
    discussion: """
      It speaks the wire format of a real network, enforces its limits, and prints the address to pass to \
      --api-url; of forums, each of which has an API of its own, it prints all addresses. The command line \
      that mirrors them follows. The same network, seed and day give the same people. Any key that begins \
      with 'sample' is accepted.

      GET /sample/people/SITE lists who is really there, SITE as in the addresses. GET /sample/requests lists \
      the requests to --network \(SampleKind.exchange.rawValue) so far.

      Faults of \(SampleKind.exchange.rawValue) are written NAME[=PARAM[,PARAM…]][@SCOPE]: PARAM is a number \
      (of requests, or an amount), a chance such as 10%, or a time such as 500ms; SCOPE is a site, a method \
      such as users/moderators, a page such as :2, or a site and a page. Faults of the other networks are \
      written NAME[=NUMBER]: NUMBER is one of requests. The servers of all networks can lie too, written \
      NAME[=NUMBER][@SITE], SITE as in the addresses.
      \(faults)

      Examples:
        Serve the sample network, and mirror it:
          modexport-sample serve --port 8200 &
          modexport mirror --all --api-url http://127.0.0.1:8200/2.3 --archive demo.sqlite
        Simulate a site that answers with an error:
          modexport-sample serve --fault site-error@math
        Serve three forums as they are 30 days later:
          modexport-sample serve --network \(SampleKind.forums.rawValue) --sites 3 --day 30
        Serve 900 wikis that answer slowly, and overload the database at first:
          modexport-sample serve --network \(SampleKind.wikis.rawValue) --sites 900 --latency 200 --fault maxlag=3
      """
        + ExitStatus.list(
          ExitStatus.ofAnyCommand, [.done: "Stopped, by Ctrl-C, a termination signal or a hang-up."]
        ))

  private static let faults =
    (SampleKind.allCases.map { ("Faults of \($0.rawValue)", $0.faults) }
    + [("Lies of servers", SampleKind.lies)])
    .map { title, faults in
      "\n\(title):\n" + faults.map { "  \($0.name): \($0.meaning)" }.joined(separator: "\n")
    }.joined(separator: "\n")

  @OptionGroup(title: "The network") var network: SampleNetworkOptions
  @OptionGroup(title: "Its limits") var limits: SampleLimitOptions

  @Option(
    help: ArgumentHelp(
      "A fault to simulate; may be given several times.", valueName: "fault"),
    completion: .list(
      Set((SampleKind.allCases.flatMap(\.faults) + SampleKind.lies).map(\.name)).sorted()))
  var fault: [String] = []

  @Option(help: ArgumentHelp("The address to serve at.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "The port to serve at; 0 picks a free one. (default: 8080)", valueName: "port"),
    transform: Int.option(within: 0...65_535))
  var port = 8080

  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    _ = try service()
  }

  /// - Throws: `ValidationError` for what cannot be served.
  private func service() throws -> any SampleService {
    let setup = SampleSetup(
      network.kind, network: network.configuration, limits: try limits.limits(of: network.kind),
      faults: fault)
    do throws(SampleSetup.Problem) {
      return try setup.service()
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let service = try service()
    for warning in service.warnings { context.note(warning) }
    let listener = SampleListener(service, host: host, port: port, now: context.now)
    return try await untilInterrupted {
      do {
        try await listener.run { port in
          let addresses = SampleAddresses(network.kind, service.entrance, host: host, port: port)
          try? context.results.write(addresses.urls.map { $0 + "\n" }.joined())
          context.note(addresses.purpose, commandLine: addresses.commandLine)
        }
        return ExitStatus.done
      } catch {
        throw CommandFailure(
          .failed, "Cannot serve at \(host), port \(port): choose another --port, or 0.",
          cause: "\(error)")
      }
    }.result
  }
}
