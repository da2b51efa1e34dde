import Foundation
import TestKit

/// The targets of `Package.swift`, read from its text: asking SwiftPM takes seconds.
struct Manifest {
  var targets: [Target] = []

  struct Target {
    /// `target`, `executableTarget`, `testTarget` or `systemLibrary`.
    var kind: String
    var name: String
    /// The targets of this package that it depends on.
    var own: Set<String> = []
    /// The products of other packages that it depends on.
    var outside: Set<String> = []
  }

  init() throws {
    let url = projectFolder.appending(path: "Package.swift")
    try self.init(try String(contentsOf: url, encoding: .utf8))
  }

  /// - Parameter text: A manifest whose dependencies are either names in quotes, which are targets, or
  ///   constants, which are declared as products.
  /// - Throws: ``Unreadable`` for a dependency that is neither.
  init(_ text: String) throws {
    let products = text.matches(
      of: /let (\w+) = Target\.Dependency\.product\(\s*name: "(\w+)"/
    ).reduce(into: [String: String]()) { $0[String($1.1)] = String($1.2) }
    let starts = text.matches(
      of: /\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "([\w-]+)"/)
    for start in starts {
      var target = Target(kind: String(start.1), name: String(start.2))
      let arguments = Self.arguments(text[start.range.upperBound...])
      for dependency in Self.dependencies(arguments) {
        if dependency.hasPrefix("\"") {
          target.own.insert(dependency.trimmingCharacters(in: ["\""]))
        } else if let product = products[dependency] {
          target.outside.insert(product)
        } else {
          throw Unreadable(target: target.name, dependency: dependency)
        }
      }
      targets.append(target)
    }
  }

  /// What stands before the parenthesis that closes the one in which the text begins.
  private static func arguments(_ text: Substring) -> Substring {
    var depth = 1
    return text.prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
  }

  private static func dependencies(_ arguments: Substring) -> [String] {
    guard let list = arguments.firstMatch(of: /dependencies: \[([^\]]*)\]/) else { return [] }
    return list.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }

  struct Unreadable: Error {
    var target: String
    var dependency: String
  }
}
