import Archive
import ArgumentParser
import FoundationEssentials
import Roster

/// What a shell offers for a word of a command line: sites of the archive that the line names.
///
/// Nothing is offered where there is no archive; none is created or waited for, and nothing is said.
struct ArchiveCompletion {
  /// The words of the command line, the program's name included.
  let words: [String]
  /// The process's.
  let environment: [String: String]

  /// A word to insert, and what it means.
  struct Offer: Hashable {
    var word: String
    var meaning: String
  }

  /// All sites that the archive knows, by their ids.
  var sites: [Offer] {
    guard let path,
      let archive = try? ArchiveDatabase.open(at: path, for: .reading, busyTimeout: 0)
    else { return [] }
    let sites = try? archive.knownSites().map(\.site)
    try? archive.close()
    return (sites ?? []).filter { Self.isPlain($0.id) }
      .map { Offer(word: $0.id, meaning: $0.name) }
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

  private static func archive(
    _ offers: @escaping @Sendable (ArchiveCompletion) -> [ArchiveCompletion.Offer]
  ) -> CompletionKind {
    .custom { words, _, _ in
      let environment = ProcessInfo.processInfo.environment
      return offers(ArchiveCompletion(words: words, environment: environment))
        .map { $0.line(for: .requesting) }
    }
  }
}
