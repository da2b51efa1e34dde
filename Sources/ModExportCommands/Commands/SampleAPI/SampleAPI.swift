import ArgumentParser
import SampleNetwork
import Sync

/// `modexport sample-api`
struct SampleAPICommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample-api",
    abstract: "Serves a sample network over HTTP, for tests and trials.",
    discussion: """
      It speaks the wire format of the Stack Exchange API, enforces its limits, and prints the address \
      to pass to --api-url. The same seed and day give the same network. Any key that begins with \
      'sample' is accepted, in the Authorization header or in the query. GET /sample/requests lists the \
      requests so far.

      Faults are written NAME[=PARAM[,PARAM…]][@SCOPE]: PARAM is a number (of requests, or an amount), \
      a chance such as 10%, or a time such as 500ms; SCOPE is a site, a method such as \
      users/moderators, a page such as :2, or a site and a page.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Serve the sample network, and mirror it",
        """
        modexport sample-api --port 8200 &
        modexport mirror --all --api-url http://127.0.0.1:8200/2.3 --archive demo.sqlite
        """),
      CommandGuide.Example(
        "Serve the network as it is 30 days later", "modexport sample-api --day 30"),
      CommandGuide.Example(
        "Simulate a site that answers with an error", "modexport sample-api --fault site-error@math"
      ),
    ],
    exits: ExitStatus.ofAnyCommand.union(ExitStatus.ofSignals),
    tables: [
      CommandGuide.Table(
        title: "Faults",
        rows: SampleFault.catalogue.map {
          CommandGuide.Table.Row(value: $0.name, meaning: $0.meaning)
        })
    ])

  @OptionGroup(title: "The network") var network: SampleNetworkOptions
  @OptionGroup(title: "Its limits") var limits: SampleLimitOptions

  @Option(
    help: ArgumentHelp(
      "A fault to simulate; may be given several times.", valueName: "fault"),
    completion: .list(SampleFault.catalogue.map(\.name)),
    transform: SampleNetworkOptions.fault)
  var fault: [SampleFault] = []

  @Option(help: ArgumentHelp("The address to serve at.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "The port to serve at; 0 picks a free one. (default: 8080)", valueName: "port"),
    transform: Int.option(within: 0...65_535))
  var port = 8080

  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if let problem = configuration.problems.first { throw ValidationError(problem) }
  }

  private var configuration: SampleConfiguration {
    var configuration = network.configuration
    configuration.limits = limits.limits
    configuration.faults = fault
    return configuration
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    for warning in configuration.warnings { context.note(warning) }
    let server = SampleServer(
      SampleAPI(configuration), host: host, port: port, now: context.now)
    return try await withInterruption(by: await trappedSignals(), stop: { _ in }) {
      do {
        try await server.run { port in
          let address = host.contains(":") ? "[\(host)]" : host
          try? context.results.write("http://\(address):\(port)/2.3\n")
          try? context.results.flush()
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
