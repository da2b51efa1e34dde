import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// Backups that are killed, that find no room, and that run beside a sync.
@Suite(.bounded) struct BackupKillTests {
  private static let kills =
    ProcessInfo.processInfo.environment["MODEXPORT_KILLS"].flatMap { Int($0) } ?? 12
  private static let backup = ["backup", "copy.sqlite", "--archive", ArchiveFile.name]
  private static let leftover = ".copy.sqlite.modexport-backup"

  private func sync(day: Int, in folder: String) async throws {
    let configuration = SampleConfiguration(day: day, siteLimit: 16, giant: 1_500, limits: .off)
    try await SampleServer.withRunning(configuration) { base, _ in
      let ending = try await Program.run(Program.sync(base), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
    }
  }

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { name in ![".out", ".err", "-wal", "-shm"].contains(where: name.hasSuffix) }
  }

  /// Under the copy's name there is always the older copy or the whole new one.
  @Test func aKilledBackupLeavesTheOlderCopy() async throws {
    try await withTemporaryFolder { folder in
      try await sync(day: 0, in: folder)
      let start = ContinuousClock.now
      #expect(try await Program.run(Self.backup, in: folder).code == 0)
      // So that some kills come when the copy is put in its place, and some too late.
      let longest = max(100, Int(start.duration(to: .now) / .milliseconds(1)) * 5 / 4)
      try await sync(day: 30, in: folder)
      let copy = ArchiveFile("\(folder)/copy.sqlite")
      let bytes = copy.bytes
      let (older, newer) = (try copy.content(), try ArchiveFile(in: folder).content())
      #expect(older != newer)
      var random = SeededRandom(seed: 29)
      var endings: [Int32: Int] = [:]
      for number in 0..<Self.kills {
        let signal = number.isMultiple(of: 2) ? SIGKILL : SIGTERM
        if signal == SIGTERM { try removeLeftover(in: folder) }
        let pause = Int.random(in: 0..<longest, using: &random)
        let ending = try await kill(signal, after: pause, in: folder)
        endings[ending.code, default: 0] += 1
        #expect([0, 128 + signal].contains(ending.code), "\(pause) ms: \(ending)")
        let content = try copy.content()
        #expect(content == newer || content == older && ending.code != 0, "\(pause) ms")
        let isLeft = try files(in: folder).contains(Self.leftover)
        #expect(!isLeft || ending.code == 137)
        try bytes.write(to: URL(filePath: copy.path))
      }
      print("Backups that were killed within \(longest) ms, by exit code: \(endings)")
      #expect(try await Program.run(Self.backup, in: folder).code == 0)
      #expect(try copy.content() == newer)
      #expect(
        try files(in: folder) == [ArchiveFile.name, ArchiveFile.name + ".lock", "copy.sqlite"])
      #expect(!FileManager.default.fileExists(atPath: copy.path + "-wal"))
    }
  }

  /// So that a signal is sent only after the program has made its own, and heeds signals.
  private func removeLeftover(in folder: String) throws {
    guard try files(in: folder).contains(Self.leftover) else { return }
    try FileManager.default.removeItem(atPath: "\(folder)/\(Self.leftover)")
  }

  private func kill(_ signal: Int32, after pause: Int, in folder: String) async throws -> Ending {
    try await Program.running(Self.backup, in: folder) { program in
      try await waitUntil { try files(in: folder).contains(Self.leftover) || !program.isRunning }
      try await Task.sleep(for: .milliseconds(pause))
      program.send(signal)
      let ending = try await program.ending
      if ending.code == 143 {
        #expect(
          ending.messages
            == "Error: Stopped; no copy was written, and older copies are as they were.\n")
      }
      return ending
    }
  }

  /// Every copy that is made while a run publishes is proven, and the run does not notice.
  @Test func copiesAreMadeWhileARunWrites() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 40, latency: .milliseconds(150), limits: .off)
    try await withTemporaryFolder { folder in
      try await sync(day: 0, in: folder)
      try await SampleServer.withRunning(configuration) { base, _ in
        let arguments = Program.sync(base) + ["--concurrency", "1", "--refresh-sites"]
        try await Program.running(arguments, in: folder) { program in
          var copies = 0
          while program.isRunning {
            let ending = try await Program.run(Self.backup, in: folder)
            #expect(ending.code == 0, "\(ending)")
            if program.isRunning { copies += 1 }
          }
          let ending = try await program.ending
          #expect(ending.code == 0, "\(ending.messages)")
          #expect(copies > 0)
        }
      }
      try ArchiveFile("\(folder)/copy.sqlite").expectProven()
      try ArchiveFile(in: folder).expectProven()
    }
  }

  /// The size of the largest file is limited, as if the disk were full then.
  @Test func withoutRoomTheOlderCopyStays() async throws {
    try await withTemporaryFolder { folder in
      try await sync(day: 0, in: folder)
      #expect(try await Program.run(Self.backup, in: folder).code == 0)
      let copy = ArchiveFile("\(folder)/copy.sqlite")
      let before = copy.bytes
      for room in [4_096, before.count / 2, before.count - 4_096] {
        let ending = try await Program.run(Self.backup, in: folder, largestFile: room)
        #expect(ending.code == 73, "\(ending)")
        #expect(ending.messages.hasPrefix("Error: \(copy.path) cannot be written ("))
        #expect(copy.bytes == before)
        #expect(try !files(in: folder).contains(Self.leftover))
      }
    }
  }

  /// A disk of its own, in memory, that has room for one copy and a half.
  @Test(.enabled(if: getuid() == 0)) func onAFullDiskTheOlderCopyStays() async throws {
    try await withTemporaryFolder { folder in
      try await sync(day: 0, in: folder)
      let size = ArchiveFile(in: folder).bytes.count * 3 / 2
      let script = """
        mount -t tmpfs -o size=\(size) tmpfs disk || exit 99
        "$@" backup disk/copy.sqlite --archive \(ArchiveFile.name) || exit 98
        cp disk/copy.sqlite before.sqlite
        "$@" backup disk/copy.sqlite --archive \(ArchiveFile.name); echo "ended with $?"
        cmp disk/copy.sqlite before.sqlite && ls -A disk
        """
      try FileManager.default.createDirectory(
        atPath: "\(folder)/disk", withIntermediateDirectories: false)
      let command = ["unshare", "-m", "sh", "-c", script, "sh", Program.path]
      try await Program.running([], command: command, in: folder) { program in
        let ending = try await program.ending
        #expect(ending.code == 0, "\(ending)")
        #expect(ending.output.hasSuffix("ended with 73\ncopy.sqlite\n"), "\(ending)")
        #expect(ending.messages.contains("disk/copy.sqlite cannot be written ("))
      }
    }
  }

  /// The cursor that the program told.
  private static func cursor(in ending: Ending) throws -> String {
    String(try #require(ending.messages.firstMatch(of: /--after (\S+-[0-9]+)/)).1)
  }

  /// As the manual says: end the job, remove the archive and its log, copy the file there.
  @Test func aRestoredCopyIsGoneOnWith() async throws {
    try await withTemporaryFolder { folder in
      try await sync(day: 0, in: folder)
      #expect(try await Program.run(Self.backup, in: folder).code == 0)
      let restored = try ArchiveFile(in: folder).content()
      try await sync(day: 30, in: folder)
      let changes = ["changes", "--archive", ArchiveFile.name]
      let later = try await Program.run(changes + ["--after", "0"], in: folder)
      let cursor = try Self.cursor(in: later)
      // A killed run left its log.
      try Data("frames".utf8).write(to: URL(filePath: "\(folder)/\(ArchiveFile.name)-wal"))
      let script = """
        rm -f archive.sqlite archive.sqlite-wal archive.sqlite-shm && cp -p copy.sqlite archive.sqlite
        """
      try await Program.running([], command: ["sh", "-c", script], in: folder) { program in
        let ending = try await program.ending
        #expect(ending.code == 0)
      }
      #expect(try ArchiveFile(in: folder).content() == restored)
      // What a client read after the copy was made is not in this journal.
      let refused = try await Program.run(changes + ["--after", cursor], in: folder)
      #expect(refused.code == 64)
      let whole = try await Program.run(changes + ["--after", "0"], in: folder)
      try await sync(day: 40, in: folder)
      let news = try await Program.run(
        changes + ["--json", "--after", try Self.cursor(in: whole)], in: folder)
      let all = try await Program.run(changes + ["--json", "--after", "0"], in: folder)
      #expect(news.code == 0)
      #expect(news.output == all.output && news.output != "[]\n")
      try ArchiveFile(in: folder).expectProven()
      #expect(try await Program.run(Self.backup, in: folder).code == 0)
    }
  }
}
