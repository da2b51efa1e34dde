import FoundationEssentials
import Glibc

/// An SSH key that signs the checksums of a folder: `ssh-keygen -Y sign` does it, so agents and hardware keys do, too.
package struct SigningKey: Hashable, Sendable {
  /// What `ssh-keygen -Y verify -n` takes: a signature for anything else proves nothing here.
  package static let namespace = "modexport-report"

  private let path: String

  /// - Parameter path: The file of the private key, or of the public one where an agent has the private one.
  package init(path: String) { self.path = path }

  /// Writes the signature of a file to another one.
  ///
  /// - Throws: `unwritable` where there is no `ssh-keygen`, or it does not sign; it says on stderr why.
  func sign(_ file: CInt, to signature: CInt) throws(FolderError) {
    func failure(_ detail: String) -> FolderError {
      FolderError(code: .unwritable, path: FolderKind.signature, detail: detail)
    }
    let words = ["ssh-keygen", "-q", "-Y", "sign", "-n", Self.namespace, "-f", path]
    let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe variables.map { unsafe strdup($0) } + [nil]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe (arguments + environment).forEach { unsafe free($0) }
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, signature, STDOUT_FILENO)
    var (process, status) = (pid_t(), CInt())
    guard unsafe posix_spawnp(&process, words[0], &actions, nil, &arguments, &environment) == 0
    else { throw failure("there is no ssh-keygen, which signs it; install the client of OpenSSH") }
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw failure("ssh-keygen does not sign with the key '\(path)'")
    }
  }
}
