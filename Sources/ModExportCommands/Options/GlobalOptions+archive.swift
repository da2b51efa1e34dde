import Archive
import Logging
import Roster

extension GlobalOptions {
  /// Hands the archive to the body, opened for reading, and closes it.
  func reading<Result>(
    on console: Console, _ body: (Archive) throws -> Result
  ) throws -> Result {
    let archive = try Archive.open(at: archivePath(in: console.environment), for: .reading)
    let result = try body(archive)
    try archive.close()
    return result
  }

  /// Hands the archive, which must be there, to the body, opened for writing, and closes it.
  func writing<Result>(
    on console: Console, _ body: (Archive) throws -> Result
  ) throws -> Result {
    try reading(on: console) { _ in }
    let archive = try Archive.open(at: archivePath(in: console.environment), for: .writing)
    let result = try body(archive)
    try archive.close()
    return result
  }

  /// Says a sentence beside the result: a plain line on stderr, or a message of the log where that is
  /// JSON; nothing under `--quiet`.
  func note(_ sentence: String, on console: Console) {
    switch logFormat {
    case .json: logger(on: console).notice("\(sentence)")
    case .text: if !quiet { console.messages.write(VisibleText.escaped(sentence) + "\n") }
    }
  }
}

extension OutputOptions {
  /// What prints lists in the form asked for.
  func printer(_ global: GlobalOptions, on console: Console) -> ResultPrinter {
    ResultPrinter(
      format: format, results: console.results,
      terminal: console.resultTerminal(color: global.color))
  }
}

extension Archive {
  /// The site that somebody means: its id, host, URL, alias or name.
  ///
  /// - Throws: `CommandFailure` (64) with what may be meant, where the archive knows no such site.
  func site(meaning text: String) throws -> KnownSite {
    if let site = try knownSite(text, network: stackExchangeNetwork) { return site }
    let known = try knownSites(network: stackExchangeNetwork)
    switch SiteDirectory(sites: known.map(\.site)).resolve(text) {
    case .unknown(let suggestions):
      throw CommandFailure(unknownSite: text, suggestions: suggestions)
    case .found(let site):
      guard let found = known.first(where: { $0.site.id == site.id }) else {
        throw CommandFailure(unknownSite: text, suggestions: [])
      }
      return found
    }
  }
}
