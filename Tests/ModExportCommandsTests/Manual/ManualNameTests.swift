import Foundation
import TestKit
import Testing

/// The names of types, files and folders in the pages for those who change the code.
struct ManualNameTests {
  static let pages = ["Architecture", "Developing", "Words"]
  private static let program = Result { try SourceNames("Sources") }
  private static let tests = Result { try SourceNames("Tests") }

  /// A word in code voice that is written as a type is one, or a target, or a product of another package.
  @Test(arguments: pages)
  func everyTypeIsDeclared(page: String) throws {
    let (program, tests) = (try Self.program.get(), try Self.tests.get())
    // The glossary names types only.
    let targets = page == "Words" ? [] : try Manifest().targets
    let others = Set(targets.flatMap { [$0.name] + $0.outside } + ["Package.swift"])
    let unknown = ManualPage.codes(in: try ManualPage(page).text).filter { code in
      code.wholeMatch(of: /[A-Z]\w*[a-z]\w*(\.\w+)*/) != nil && !code.hasSuffix(".md")
        && !others.contains(code) && !program.declares(code)
        && (page != "Developing" || !tests.declares(code))
    }
    #expect(unknown.isEmpty)
  }

  @Test(arguments: pages)
  func everyPathIsThere(page: String) throws {
    let missing = ManualPage.codes(in: try ManualPage(page).text).filter { code in
      code.wholeMatch(of: /(Sources|Tests|scripts)\/[^ ]*|\w+\.md/) != nil
        && !FileManager.default.fileExists(atPath: projectFolder.appending(path: code).path)
    }
    #expect(missing.isEmpty)
  }

  /// No word has two meanings, and no thing has two words.
  @Test func everyWordAndTypeIsInTheGlossaryOnce() throws {
    let rows = try ManualPage("Words").table(headed: "| word | meaning |")
    let words = rows.map { $0[0] }
    #expect(words.count > 40)
    #expect(words == Set(words).sorted())
    let types = rows.flatMap { ManualPage.codes(in: $0[2]) }
    #expect(Dictionary(grouping: types, by: \.self).filter { $0.value.count > 1 }.isEmpty)
    #expect(rows.allSatisfy { !$0[1].isEmpty && !ManualPage.codes(in: $0[2]).isEmpty })
  }

  @Test(arguments: ["SearchQuery", "Evidence.verdict", "Verdict.Reason", "PersonMatch.Match.Kind"])
  func whatIsDeclaredIsFound(name: String) throws {
    #expect(try Self.program.get().declares(name))
  }

  @Test(arguments: ["Serach", "Evidence.judgement", "verdict", "Evidence.verdict.name"])
  func whatIsNotIsNotFound(name: String) throws {
    #expect(try !Self.program.get().declares(name))
  }
}
