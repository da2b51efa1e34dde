import Glibc
import NIOCore

/// The process may have too few files open for its connections.
package struct TooFewDescriptors: Error, Hashable, Sendable {
  /// The present limit (`ulimit -n`).
  package var limit: Int
  /// The least limit with which the program works here.
  package var needed: Int
}

/// The limit on open files. SwiftNIO ends the program with a trap where its threads cannot open what they need.
package enum OpenFiles {
  /// Epoll, an event and a timer for each thread.
  private static let perThread = 3
  /// A connection, and what looks up its host, writes the archive and its temporary files.
  private static let others = 10

  /// Checks whether enough files can be opened, and raises the soft limit where that helps.
  ///
  /// - Throws: ``TooFewDescriptors``.
  package static func check() throws(TooFewDescriptors) {
    let wanted = perThread * System.coreCount + others
    let limit = softLimit(atLeast: wanted)
    let open = openCount(below: limit)
    guard limit < open + wanted else { return }
    let raised = softLimit(atLeast: open + wanted)
    if raised < open + wanted { throw TooFewDescriptors(limit: raised, needed: open + wanted) }
  }

  /// The soft limit, raised to this number as far as the hard one allows.
  private static func softLimit(atLeast wanted: Int) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .max
    }
    if limit.rlim_cur < UInt(wanted), limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, UInt(wanted))
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        return .max
      }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many of the lowest numbers are in use: whatever the limit, that is where open files are.
  private static func openCount(below limit: Int) -> Int {
    (0..<Int32(clamping: min(limit, 1_024))).count { fcntl($0, F_GETFD) >= 0 }
  }
}
