import Foundation
import TestKit
import Testing

/// The names of types, files and folders in the pages for those who change the code.
struct ManualNameTests {
  static let pages = ["Architecture"]
  private static let names = Result { try SourceNames() }

  /// A word in code voice that is written as a type is one, or a target, or a product of another package.
  @Test(arguments: pages)
  func everyTypeIsDeclared(page: String) throws {
    let names = try Self.names.get()
    let manifest = try Manifest()
    let others = Set(
      manifest.targets.flatMap { [$0.name] + $0.outside })
    let unknown = ManualPage.codes(in: try ManualPage(page).text).filter { code in
      code.wholeMatch(of: /[A-Z]\w*[a-z]\w*(\.\w+)*/) != nil && code.suffix(6) != ".swift"
        && !others.contains(code) && !names.declares(code)
    }
    #expect(unknown.isEmpty)
  }

  @Test(arguments: pages)
  func everyPathIsThere(page: String) throws {
    let missing = ManualPage.codes(in: try ManualPage(page).text).filter { code in
      code.wholeMatch(of: /(Sources|Tests|scripts)\/[^ ]*/) != nil
        && !FileManager.default.fileExists(atPath: projectFolder.appending(path: code).path)
    }
    #expect(missing.isEmpty)
  }

  @Test(arguments: ["SearchQuery", "Evidence.verdict", "Verdict.Reason", "PersonMatch.Match.Kind"])
  func whatIsDeclaredIsFound(name: String) throws {
    #expect(try Self.names.get().declares(name))
  }

  @Test(arguments: ["Serach", "Evidence.judgement", "verdict", "Evidence.verdict.name"])
  func whatIsNotIsNot(name: String) throws {
    #expect(try !Self.names.get().declares(name))
  }
}
