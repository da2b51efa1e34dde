import CMemory
import Glibc

/// The direct system calls of the console; the rest of the code gets their results as arguments.
enum System {
  /// Keeps the memory of a run the same on any number of cores. To be called before there are threads.
  static func useOneArena() {
    modexport_use_one_arena()
  }

  /// Lets a write to a pipe without a reader, or beyond the limit of a file's size, fail with an error instead of
  /// ending the program.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether the program was started to ignore a hang-up, as `nohup` does.
  static var ignoresHangUp: Bool {
    var action = sigaction()
    guard unsafe sigaction(SIGHUP, nil, &action) == 0 else { return false }
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }

  /// Whether every user may read a file; false where it cannot be examined.
  static func isReadableByEverybody(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Whether a file is a regular one, or a link to one; nil where nothing is there.
  static func isRegularFile(_ path: String) -> Bool? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFREG : nil
  }

  /// The absolute path without links; nil where there is no such file, or the path is not UTF-8.
  static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(validatingCString: real)
  }

  /// The beginning of a file, which may also be a pipe or a device; nil where it cannot be read.
  static func bytes(ofFile path: String, atMost limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return bytes(ofDescriptor: descriptor, atMost: limit)
  }

  /// What comes from an open file, pipe or terminal until its end or the limit; nil where it cannot be
  /// read.
  static func bytes(ofDescriptor descriptor: Int32, atMost limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < limit {
      let count = unsafe read(descriptor, &piece, min(piece.count, limit - bytes.count))
      if count == 0 { break }
      if count > 0 { bytes += piece.prefix(count) } else if errno != EINTR { return nil }
    }
    return bytes
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The terminal's width in columns; nil where the descriptor is no terminal or does not say.
  static func windowColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

/// A file descriptor that the caller opens and closes, such as standard output.
struct FileDescriptorSink: StreamSink {
  var descriptor: Int32
  /// The stream's name in messages.
  var name: String

  func write(_ bytes: [UInt8]) throws(StreamFailure) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      if written >= 0 {
        start += written
      } else {
        try recover(from: errno)
      }
    }
  }

  /// False for a pipe that has no reader, and for a socket or terminal that was closed.
  var hasReader: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&state, 1, 0) <= 0 || Int32(state.revents) & (POLLERR | POLLHUP) == 0
  }

  /// Returns where the write is to be tried again: after a signal, or once a non-blocking pipe, which
  /// the program may have inherited, has room.
  private func recover(from code: Int32) throws(StreamFailure) {
    switch code {
    case EINTR: return
    case EAGAIN:
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&room, 1, -1)
    default:
      throw StreamFailure(
        stream: name, reason: unsafe String(cString: strerror(code)), isClosedPipe: code == EPIPE)
    }
  }
}
