import Archive
import Roster

/// The rosters of sites that are published without being proven complete, to be marked wherever they are shown.
struct UnprovenRosters {
  /// Such as "unproven (grade published)", by site.
  let words: [SiteRef: String]
  private let names: TypedNames

  /// - Parameters:
  ///   - sites: Those that are shown; nil for all.
  ///   - names: The names of all sites where they were read already.
  /// - Throws: `ArchiveError`.
  init(of sites: Set<SiteRef>? = nil, named names: TypedNames? = nil, in archive: ArchiveDatabase)
    throws
  {
    words = try archive.unprovenRosters().filter { sites?.contains($0.key) ?? true }.mapValues {
      "unproven" + $0.inBrackets
    }
    self.names = try words.isEmpty ? TypedNames([:]) : names ?? archive.typedNames()
  }

  /// Which rosters are unproven, as a sentence; nil where all are proven.
  var sentence: String? {
    let sites = words.sorted { $0.key < $1.key }
    let named = sites.prefix(Self.mostNamed).map { "\(names.id(of: $0.key)) is \($0.value)" }
    guard !named.isEmpty else { return nil }
    let more = sites.count - named.count
    let others = more > 0 ? ", and \(more.counted("other")) too; `modexport sites` lists them" : ""
    return "The roster of \(named.joined(separator: ", that of "))\(others)."
  }

  /// The most rosters that the sentence names.
  private static let mostNamed = 4
}

extension CommandContext {
  /// Notes which of the rosters behind a result are unproven.
  func note(_ unproven: UnprovenRosters) {
    if let sentence = unproven.sentence { note(sentence) }
  }
}
