import Glibc
import Synchronization

/// A process that this one has started, with a pipe as its stdin.
///
/// It can have a process group of its own, so that a signal reaches what it has started too; without one, a
/// terminal takes it for a part of this process.
final class ChildProcess: Sendable {
  private let process: pid_t
  private let hasOwnGroup: Bool
  private let input: CInt
  /// Until the process is reaped; then its number may be that of another.
  private let running: Mutex<Bool>

  /// How a process has ended.
  enum Ending: Hashable, Sendable {
    case exited(code: CInt)
    case killed(signal: CInt)
  }

  /// Starts a program; no signal is blocked in it.
  ///
  /// - Parameters:
  ///   - signals: Those that this process ignores or handles; in the new one they have their usual effect.
  ///   - hasOwnGroup: Whether it begins a process group.
  /// - Throws: `CommandFailure` (1).
  init(
    _ path: String, _ arguments: [String], environment: [String: String],
    resetting signals: [CInt], hasOwnGroup: Bool = true
  ) throws(CommandFailure) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Self.failure(path, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var process = pid_t()
    let code = Self.spawn(
      &process, path, [path] + arguments, environment.map { "\($0.key)=\($0.value)" },
      input: ends[0], signals, hasOwnGroup: hasOwnGroup)
    guard code == 0 else {
      close(ends[1])
      throw Self.failure(path, code)
    }
    (self.process, self.hasOwnGroup, input) = (process, hasOwnGroup, ends[1])
    running = Mutex(true)
  }

  private static func failure(_ path: String, _ code: CInt) -> CommandFailure {
    CommandFailure(
      .failed, "\(path) cannot be started: check the limits of memory and processes.",
      cause: unsafe String(cString: strerror(code)))
  }

  /// Sends a signal to the process, and to its group if that is its own; does nothing once the process has
  /// ended.
  func send(_ signal: CInt) {
    running.withLock { isRunning in
      if isRunning { kill(hasOwnGroup ? -process : process, signal) }
    }
  }

  /// Writes the whole input, then waits until the process ends. To be called once.
  func finish(_ bytes: [UInt8]) -> Ending {
    feed(bytes)
    close(input)
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR
    {}
    return running.withLock { isRunning in
      isRunning = false
      var status: CInt = 0
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
      return Self.ending(status)
    }
  }

  private static func ending(_ status: CInt) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .exited(code: status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Writes until everything is read, until nobody can read any more, or until the process has ended:
  /// what it leaves behind may keep the pipe open without reading it.
  private func feed(_ bytes: [UInt8]) {
    guard fcntl(input, F_SETFL, O_NONBLOCK) == 0 else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        if hasEnded { return }
        var room = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&room, 1, 100)
      } else if errno != EINTR {
        return
      }
    }
  }

  private var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG)
    return unsafe result == 0 && information.si_signo == SIGCHLD
  }
}

extension ChildProcess {
  /// - Returns: 0, or the system's error number.
  private static func spawn(
    _ process: inout pid_t, _ path: String, _ arguments: [String], _ environment: [String],
    input: CInt, _ signals: [CInt], hasOwnGroup: Bool
  ) -> CInt {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe posix_spawnattr_setsigmask(&attributes, &set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &set)
    return unsafe withStrings(arguments) { arguments in
      unsafe withStrings(environment) { environment in
        unsafe posix_spawn(&process, path, &actions, &attributes, arguments, environment)
      }
    }
  }

  /// The strings as C expects them, for the duration of the body.
  private static func withStrings(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  ) -> CInt {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe copies.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return EINVAL }
      return unsafe body(start)
    }
  }
}
