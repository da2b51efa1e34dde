import FoundationEssentials
import Glibc

/// The arguments and variables of this process, from the kernel and not from the Swift library.
///
/// A statically linked Swift library looks for the arguments in memory before `environ`. A preloaded library that
/// sets a variable moves `environ`, and then there are no arguments, or others: a nightly job would print the help and
/// end with 0.
package enum ProcessArguments {
  /// The arguments after the program's name.
  ///
  /// - Throws: `CommandFailure` (64) where one is not UTF-8.
  static func ofThisProcess() throws(CommandFailure) -> [String] {
    guard let bytes = System.bytes(ofFile: "/proc/self/cmdline", atMost: mostBytes),
      !bytes.isEmpty
    else {
      // There is no /proc, as in some containers.
      return Array(CommandLine.arguments.dropFirst())
    }
    return try arguments(in: bytes)
  }

  /// More than the 6 MB that Linux lets a program be started with.
  private static let mostBytes = 8 << 20

  /// - Parameter bytes: The name of the program and its arguments, each ended with a NUL.
  /// - Throws: `CommandFailure` (64) where one is not UTF-8.
  package static func arguments(in bytes: [UInt8]) throws(CommandFailure) -> [String] {
    let ended = bytes.last == 0 ? bytes.dropLast() : bytes[...]
    var arguments: [String] = []
    for argument in ended.split(separator: 0, omittingEmptySubsequences: false).dropFirst() {
      guard let text = String(validating: argument, as: UTF8.self) else {
        throw notUTF8("The argument '\(String(decoding: argument, as: UTF8.self))'")
      }
      arguments.append(text)
    }
    return arguments
  }

  /// Throws `CommandFailure` (64) where the current folder, or a variable of the program's own, is not UTF-8: a path in it
  /// would lead elsewhere.
  static func checkSurroundings(_ environment: [String: String]) throws(CommandFailure) {
    let repaired = environment.filter { $0.key.hasPrefix("MODEXPORT_") && isRepaired($0.value) }
    for (name, value) in repaired.sorted(by: { $0.key < $1.key }) {
      guard let original = unsafe getenv(name) else { continue }
      if unsafe String(validatingCString: original) == nil {
        throw notUTF8("The variable \(name), '\(value)',")
      }
    }
    guard let folder = unsafe getcwd(nil, 0) else { return }
    defer { unsafe free(folder) }
    if unsafe String(validatingCString: folder) == nil {
      throw notUTF8("The path of the current folder, '\(unsafe String(cString: folder))',")
    }
  }

  private static func isRepaired(_ text: String) -> Bool { text.contains("\u{FFFD}") }

  private static func notUTF8(_ what: String) -> CommandFailure {
    CommandFailure(.usage, "\(what) is not UTF-8: rename what it names, or write it in UTF-8.")
  }
}
