import Foundation
import Testing

/// `scripts/undocumented.awk`, which `scripts/check` runs over all sources.
@Suite(.timeLimit(.minutes(5)))
struct DocCheckTests {
  static let documented = [
    "/// Does it.\npackage func run() {}",
    "/// A value.\n@available(*, deprecated)\n@frozen\npackage struct A {}",
    "/// A value.\n// An aside.\npackage final class A {}",
    "package private(set) var a: Int", "package let a = 1", "package init(a: Int) {}",
    "package import Roster",
    "func internalOnly() {}",
    "private let a = 1",
    "extension A: CustomStringConvertible {\n  package var description: String { \"\" }\n}",
    "let text = \"package func\"",
    "package func run(on console: Console) async throws -> ExitStatus {}",
  ]

  static let undocumented = [
    "package func run(now: Date) {}", "package static func run() {}",
    "package init?(a: Int) {}", "package init(a: Int) throws {}",
    "package init(a: Int) throws(Failure) {}", "package struct A {}", "package enum A {",
    "package final class A {}",
    "package actor A {}", "package protocol A {}", "package typealias A = Int",
    "package subscript(a: Int) -> Int { a }", "@MainActor package func a() {}",
    "package mutating func a() {}", "/// A value.\npackage var a: Int\npackage func b() {}",
    "/// A comment that hangs in the air.\n\npackage func a() {}",
  ]

  @Test(arguments: documented)
  func whatIsDocumentedPasses(source: String) throws {
    let outcome = try check(source)
    #expect(outcome.text.isEmpty)
    #expect(outcome.code == 0)
  }

  @Test(arguments: undocumented)
  func whatIsNotIsNamed(source: String) throws {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let outcome = try check(source)
    #expect(outcome.text == "a.swift:\(lines.count): no doc comment: \(lines.last ?? "")\n")
    #expect(outcome.code == 1)
  }

  private func check(_ source: String) throws -> (text: String, code: Int32) {
    let folder = try ScriptFolder()
    try Data((source + "\n").utf8).write(to: URL(filePath: "\(folder.path)/a.swift"))
    let (process, output, _) = folder.process(["-c", "awk -f scripts/undocumented.awk a.swift"])
    try process.run()
    let text = output.text
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }
}
