import Testing

/// The page *Architecture* of the manual.
struct ArchitectureTests {
  /// Where this fails, the table of the page or `Package.swift` has changed without the other.
  @Test func theTableOfTargetsIsThatOfTheManifest() throws {
    let rows = try ManualPage("Architecture").table(headed: "| target | what it does |")
    let told = rows.map { row in
      Self.line(
        ManualPage.codes(in: row[0]).joined(), own: Set(ManualPage.codes(in: row[2])),
        outside: Set(ManualPage.codes(in: row[3])))
    }
    let kits = ["ArchiveKit", "Fuzzing", "TestKit", "modexport-fuzz"]
    let declared = try Manifest().targets
      .filter { $0.kind != "testTarget" && !kits.contains($0.name) }
      .map { Self.line($0.name, own: $0.own, outside: $0.outside) }
    #expect(Set(declared).subtracting(told).sorted() == [], "missing in the page")
    #expect(Set(told).subtracting(declared).sorted() == [], "not so in Package.swift")
    #expect(told.count == declared.count)
    #expect(rows.allSatisfy { !$0[1].isEmpty })
  }

  private static func line(_ name: String, own: Set<String>, outside: Set<String>) -> String {
    "\(name): \(own.sorted()) \(outside.sorted())"
  }

  @Test func everyKindOfTargetIsRead() throws {
    let manifest = try Manifest(
      """
      let nio = Target.Dependency.product(
        name: "NIO", package: "swift-nio")
      targets: [
        .executableTarget(
          name: "a", dependencies: ["B"], linkerSettings: lean),
        .target(name: "B", dependencies: [nio, "C",], resources: [.copy("X")]),
        .systemLibrary(name: "C", pkgConfig: "c", providers: [.apt(["c"])]),
        .testTarget(name: "D", exclude: ["E"]),
      ]
      """)
    #expect(manifest.targets.map(\.name) == ["a", "B", "C", "D"])
    #expect(manifest.targets.map(\.own) == [["B"], ["C"], [], []])
    #expect(manifest.targets.map(\.outside) == [[], ["NIO"], [], []])
    #expect(throws: Manifest.Unreadable.self) {
      try Manifest(#".target(name: "A", dependencies: [grdb])"#)
    }
  }
}
