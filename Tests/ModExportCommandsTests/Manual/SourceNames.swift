import Foundation
import TestKit

/// What some sources declare, by name.
struct SourceNames {
  private let types: Set<String>
  private let members: Set<String>

  /// - Parameter folder: A folder of the project, such as `Sources`.
  init(_ folder: String) throws {
    var (types, members) = (Set<String>(), Set<String>())
    let files = FileManager.default.enumerator(
      at: projectFolder.appending(path: folder), includingPropertiesForKeys: nil)
    while let url = files?.nextObject() as? URL {
      guard url.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(
        of: /\b(?:struct|class|enum|actor|protocol|typealias|associatedtype) (\w+)/)
      {
        types.insert(String(match.1))
      }
      for match in text.matches(of: /\b(?:func|var|let|case) (\w+)/) {
        members.insert(String(match.1))
      }
    }
    (self.types, self.members) = (types, members)
  }

  /// Whether `A`, `A.B` or `A.member` is declared: each part of the name is one of a type, or the last of a
  /// member.
  func declares(_ name: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    return zip(parts, 1...).allSatisfy { part, number in
      types.contains(part) || number > 1 && number == parts.count && members.contains(part)
    }
  }
}
