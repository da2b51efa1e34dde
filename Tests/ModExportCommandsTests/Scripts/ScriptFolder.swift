import Foundation
import TestKit
import Testing

/// A copy of the project's scripts in a folder with a space in its name, where stand-ins take the
/// place of the compiler, the package manager and the program.
struct ScriptFolder: ~Copyable {
  private let place: URL

  /// What the program's stand-in does: it notes its arguments, and ends as the environment says.
  private static let program = """
    #!/usr/bin/env bash
    echo "$*" >>"$PLACE/calls"
    case $1 in
      serve)
        [[ -z ${NO_SERVER-} ]] || exit 1
        trap 'echo server-stopped >>"$PLACE/calls"; exit 0' TERM
        echo http://127.0.0.1:9/2.3
        for ((i = 0; i < 300; i++)); do sleep 0.1; done ;;
      archive) exit "${HISTORY-0}" ;;
      mirror)
        [[ -z ${SLOW-} ]] || {
          trap 'echo job-stopped >>"$PLACE/calls"; exit 143' TERM
          echo running >&2
          for ((i = 0; i < 300; i++)); do sleep 0.1; done
        }
        echo "mirrored from $MODEXPORT_API_URL"
        exit "${MIRROR-0}" ;;
    esac
    """
  private static let compiler = """
    #!/usr/bin/env bash
    echo compiling
    [[ ${BUILD-0} == 0 ]] || exit "$BUILD"
    configuration=debug
    [[ " $* " != *" release "* ]] || configuration=release
    mkdir -p "$PLACE/.build/$configuration"
    for argument; do
      [[ $argument != modexport* ]] || cp "$PLACE/bin/modexport" "$PLACE/.build/$configuration/$argument"
    done
    """
  private static let packages = """
    #!/usr/bin/env bash
    echo installed
    """

  /// - Parameter built: The configurations in which the program was built before.
  init(built: [String] = ["release"]) throws {
    let files = FileManager.default
    place = files.temporaryDirectory.appending(path: "scripts \(UUID().uuidString)")
    try files.createDirectory(
      at: place.appending(path: "bin"), withIntermediateDirectories: true)
    try files.copyItem(
      at: projectFolder.appending(path: "scripts"), to: place.appending(path: "scripts"))
    let programs = [
      "modexport": Self.program, "swift": Self.compiler, "dpkg-query": Self.packages,
    ]
    for (name, text) in programs {
      let url = place.appending(path: "bin/\(name)")
      try Data(text.utf8).write(to: url)
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }
    for configuration in built {
      let folder = place.appending(path: ".build/\(configuration)")
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["modexport", "modexport-sample"] {
        try files.copyItem(
          at: place.appending(path: "bin/modexport"), to: folder.appending(path: name))
      }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: place)
  }

  /// Adds the archive of an earlier demo.
  func addArchive() throws {
    let exports = place.appending(path: "Exports")
    try FileManager.default.createDirectory(at: exports, withIntermediateDirectories: true)
    try Data().write(to: exports.appending(path: "demo.sqlite"))
  }

  /// The folder's path.
  var path: String { place.path }

  /// What the program was asked, a line each.
  var calls: [String] {
    let text = (try? String(contentsOf: place.appending(path: "calls"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { String($0) }
  }

  /// A script about to run, and the pipes of its output and messages.
  ///
  /// - Parameter isCron: Whether it gets cron's environment, in which there is no compiler.
  func process(
    _ arguments: [String], environment: [String: String] = [:], isCron: Bool = false
  ) -> (process: Process, output: Pipe, messages: Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A process inherits the signals that the thread which starts it has blocked: here nearly all.
    process.arguments = ["--default-signal", "bash"] + arguments
    process.currentDirectoryURL = place
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = environment.merging(
      [
        "PATH": isCron ? "/usr/bin:/bin" : "\(place.path)/bin:\(path)", "PLACE": place.path,
      ]) { $1 }
    let (output, messages) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = messages
    return (process, output, messages)
  }
}

extension Pipe {
  /// All that was written until the last writer went away.
  var text: String {
    String(decoding: fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
