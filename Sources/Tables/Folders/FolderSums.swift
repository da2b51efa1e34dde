import FoundationEssentials
import Glibc

/// What the checksums of a folder that somebody has say of its files.
package enum FolderSums {
  /// The SHA-256 of a file in hexadecimal digits; nil where it cannot be read.
  package static func sum(ofFile path: String) -> String? { Entry.sum(ofFile: path)?.sha256 }

  /// The first bytes of a file, as text; nil where it cannot be read, or has fewer.
  package static func beginning(ofFile path: String, bytes count: Int) -> String? {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0 { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    return length == count ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// How the files differ from those that `SHA256SUMS` lists, a sentence each.
  package static func differences(in folder: String) -> [String] {
    guard let sums = FolderKind.sums(in: folder), OwnFiles(sums.mapValues(String?.some)) != nil
    else {
      return ["There is no \(FolderKind.sums), or it is damaged."]
    }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let others = Set(names).subtracting(sums.keys).subtracting(FolderKind.proofs)
      .filter { Entry(at: "\(folder)/\($0)")?.kind != .folder }
    let changes = sums.sorted { $0.key < $1.key }.compactMap { name, sum -> String? in
      guard let found = Self.sum(ofFile: "\(folder)/\(name)") else {
        return "\(name) is missing, or cannot be read."
      }
      return found == sum ? nil : "\(name) is not as \(FolderKind.sums) says."
    }
    return changes + others.sorted().map { "\($0) is not in \(FolderKind.sums)." }
  }
}
