import Archive
import ArgumentParser
import Roster

/// `modexport show`
struct ShowCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one person on all sites, with tenures.",
    discussion: "Find ids with `modexport search NAME`.")

  @Argument(help: "An account id, or SITE/USER_ID.")
  var person: String
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let record = try context.readArchive(find)
    switch output.format {
    case .json: try context.results.write(record.document)
    case .csv: try context.printer(output.format).print(record.tenures)
    case .table:
      let page = PersonPage(record, terminal: context.resultTerminal)
      try context.results.write(page.text)
    }
    return .done
  }

  private func find(in archive: ArchiveDatabase) throws -> PersonRecord {
    if let account = try account(in: archive) { return account }
    guard let slash = person.lastIndex(of: "/"), slash > person.startIndex,
      let userID = Int(person[person.index(after: slash)...])
    else {
      throw unknown("'\(person)' is neither an account id nor SITE/USER_ID.")
    }
    let site = try archive.site(meaning: String(person[..<slash])).site
    if let found = try archive.person(site: site.ref, userID: userID) {
      return found
    }
    throw unknown("The archive contains no moderator \(userID) of \(site.name) (\(site.id)).")
  }

  /// The person of an account, which is written `ACCOUNT`, or `NETWORK:ACCOUNT` where several networks have
  /// one of that number; nil where no account is meant.
  private func account(in archive: ArchiveDatabase) throws -> PersonRecord? {
    let networks = try archive.networks()
    let named = networks.first { person.hasPrefix("\($0):") }
    guard let account = Int(named.map { person.dropFirst($0.count + 1) } ?? person[...]) else {
      return nil
    }
    let found = try (named.map { [$0] } ?? networks).compactMap {
      try archive.person(account: account, network: $0)
    }
    if found.count == 1 { return found[0] }
    if found.isEmpty {
      throw unknown("The archive contains no moderator with the account \(account).")
    }
    let choices = found.map { "'\($0.network):\(account)'" }.joined(separator: " or ")
    throw unknown("Several networks have an account \(account): did you mean \(choices)?")
  }

  private func unknown(_ sentence: String) -> CommandFailure {
    CommandFailure(.usage, "\(sentence) Find ids with `modexport search NAME`.")
  }
}
