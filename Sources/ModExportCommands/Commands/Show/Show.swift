import Archive
import ArgumentParser
import Roster
import StackExchange

/// `modexport show`
struct ShowCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one person on all sites, with tenures.",
    discussion: "`modexport search` tells the ids of people.")

  @Argument(help: "An account id, or SITE/USER_ID.")
  var person: String
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let record = try context.reading(find)
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
    if let account = Int(person) {
      if let found = try archive.person(account: account, network: stackExchangeNetwork) {
        return found
      }
      throw unknown("The archive knows nobody of the account \(account).")
    }
    guard let slash = person.lastIndex(of: "/"), slash > person.startIndex,
      let userID = Int(person[person.index(after: slash)...])
    else {
      throw unknown("'\(person)' is neither an account id nor SITE/USER_ID.")
    }
    let site = try archive.site(meaning: String(person[..<slash])).site
    if let found = try archive.person(site: site.ref, userID: userID) {
      return found
    }
    throw unknown("The archive knows no moderator \(userID) of \(site.name) (\(site.id)).")
  }

  private func unknown(_ sentence: String) -> CommandFailure {
    CommandFailure(.usage, "\(sentence) `modexport search NAME` tells ids.")
  }
}
