import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Tables

/// What a shell offers for a word of a command line: sites and people of the archive that the line names.
///
/// Nothing is offered where there is no archive; none is created or waited for, and nothing is said.
struct ArchiveCompletion {
  /// The words of the command line, the program's name included.
  private let words: [String]
  private let environment: [String: String]
  /// What is typed so far of the word.
  let typed: String

  /// - Parameters:
  ///   - words: The words of the command line, the program's name included.
  ///   - index: Which of them is to be completed; it need not be there yet.
  ///   - environment: The process's.
  init(_ words: [String], at index: Int, environment: [String: String]) {
    self.words = words
    self.environment = environment
    typed = words.indices.contains(index) ? words[index] : ""
  }

  /// A word to insert, and what it means.
  struct Offer: Hashable {
    var word: String
    var meaning: String
  }

  /// The most people that are offered.
  static let mostPeople = 100

  /// All sites that the archive knows, by their ids.
  var sites: [Offer] {
    offers { archive in
      try archive.knownSites().map { Offer(word: $0.site.id, meaning: $0.site.name) }
    }
  }

  /// People by what `show` takes: accounts, and for a site the users who moderate it.
  var people: [Offer] {
    offers { archive in
      let site = typed.prefix { $0 != "/" }
      guard !typed.isEmpty, Int(site) == nil else { return try accounts(in: archive) }
      let sites = try archive.knownSites().map(\.site).filter {
        typed.contains("/") ? $0.id == site : $0.id.hasPrefix(site)
      }
      guard sites.count == 1, let only = sites.first else {
        return sites.map { Offer(word: "\($0.id)/", meaning: $0.name) }
      }
      var users: Set<String> = []
      return try archive.roster(of: only.ref).listing.rows.compactMap { row in
        let moderator = Record<ModeratorColumn>(row)
        return moderator[.userID].flatMap { user in
          guard users.insert(user).inserted else { return nil }
          return Offer(word: "\(only.id)/\(user)", meaning: moderator[.displayName] ?? "")
        }
      }
    }
  }

  /// The people who moderate most sites come first.
  private func accounts(in archive: ArchiveDatabase) throws -> [Offer] {
    let people = try archive.people(limit: typed.isEmpty ? Self.mostPeople : nil).rows.map(
      Record<PersonColumn>.init)
    let found = people.compactMap { person in
      person[.accountID].map { Offer(word: "\($0)", meaning: person[.displayName] ?? "") }
    }
    return Array(found.filter { $0.word.hasPrefix(typed) }.prefix(Self.mostPeople))
  }

  private func offers(_ body: (ArchiveDatabase) throws -> [Offer]) -> [Offer] {
    guard let path,
      let archive = try? ArchiveDatabase.open(at: path, for: .reading, busyTimeout: 0)
    else { return [] }
    let offers = try? body(archive)
    try? archive.close()
    return (offers ?? []).filter { Self.isPlain($0.word) }
  }

  /// Whether no shell gives a character of the word a meaning. An id comes from an API, and the archive perhaps
  /// from somebody else; bash would run `$(…)` in a word that it is offered.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || "/:".utf8.contains($0) }
  }

  /// The archive that the command line would use; nil where its settings cannot be read. The shell has not
  /// expanded a `~` that is typed elsewhere on the line.
  private var path: String? {
    let typed = words.value(of: "--archive").map { path in
      path.hasPrefix("~/") ? (environment["HOME"] ?? "~") + path.dropFirst() : path
    }
    let archive = GlobalSettings.archive
    do {
      return try typed ?? archive.value(in: environment) ?? archive.defaultValue
    } catch {
      return nil
    }
  }
}

extension ArchiveCompletion.Offer {
  /// The line that a shell reads: zsh and fish also show the meaning.
  func line(for shell: CompletionShell?) -> String {
    let meaning = VisibleText.sanitized(meaning)
    guard !meaning.isEmpty else { return word }
    return switch shell {
    case .zsh?: "\(word.replacing(":", with: "\\:")):\(meaning)"
    case .fish?: "\(word)\t\(meaning)"
    default: word
    }
  }
}

extension CompletionKind {
  /// Sites of the archive.
  static let sites = CompletionKind.archive(\.sites)
  /// Sites of the archive, and the words for many sites.
  static let scope = CompletionKind.archive { completion in
    [
      ArchiveCompletion.Offer(word: "all", meaning: "all main sites"),
      ArchiveCompletion.Offer(word: "meta", meaning: "all main and meta sites"),
    ] + completion.sites.filter { $0.word != "meta" }
  }
  /// People of the archive.
  static let people = CompletionKind.archive(\.people)

  private static func archive(
    _ offers: @escaping @Sendable (ArchiveCompletion) -> [ArchiveCompletion.Offer]
  ) -> CompletionKind {
    .custom { words, index, _ in
      let environment = ProcessInfo.processInfo.environment
      return offers(ArchiveCompletion(words, at: index, environment: environment))
        .map { $0.line(for: .requesting) }
    }
  }

  /// Some of the words, with commas between them: offered are those that are not typed yet.
  static func commaList(of choices: [String]) -> CompletionKind {
    .custom { words, index, _ in
      let typed = words.indices.contains(index) ? words[index] : ""
      let earlier = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      let beginning = earlier.map { "\($0)," }.joined()
      return choices.filter { !earlier.contains($0[...]) }.map { beginning + $0 }
    }
  }
}
