import ArgumentParser
import FoundationEssentials
import Roster

/// The machine, user and program of a scheduled run.
struct SchedulePlace: Hashable, Sendable {
  /// The absolute path of the program.
  var program: String
  /// The current folder, which relative paths start from.
  var folder: String
  /// The machine's id or name.
  var machine: String
  var userID: UInt32

  /// - Throws: `CommandFailure` (1) where the program's file is not known, because it was removed.
  static func ofProcess() throws(CommandFailure) -> SchedulePlace {
    let files = FileManager.default
    let removed = " (deleted)"
    guard let program = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      !program.hasSuffix(removed)
    else {
      throw CommandFailure(
        .failed, "The path of this program is not known: start it again by its whole path.")
    }
    // A container may have no machine id.
    let machine = ["/etc/machine-id", "/proc/sys/kernel/hostname"].lazy
      .compactMap { files.contents(atPath: $0) }.first { !$0.isEmpty }
    return SchedulePlace(
      program: program, folder: files.currentDirectoryPath,
      machine: String(decoding: machine ?? Data(), as: UTF8.self), userID: System.userID)
  }

  /// A path as it is from any folder. A slash at its end, which asks for a folder, stays.
  func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let parts = path.split(separator: "/").filter { $0 != "." }
    let whole = (folder == "/" ? "" : folder) + "/" + parts.joined(separator: "/")
    return path.hasSuffix("/") && !whole.hasSuffix("/") ? whole + "/" : whole
  }
}

/// A minute of the night, the same each night.
struct NightlyTime: Hashable, Sendable {
  var hour: Int
  var minute: Int

  /// From 3 to 5 o'clock: in most time zones no clock change skips or repeats these hours.
  static let hours = 3...5

  /// The minute of a user on a machine.
  init(of place: SchedulePlace) {
    let slot = FNV1a.hash("\(place.machine)\n\(place.userID)") % UInt64(Self.hours.count * 60)
    hour = Self.hours.lowerBound + Int(slot) / 60
    minute = Int(slot) % 60
  }

  init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// Reads a time such as `03:30` or `3:30`.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else.
  init(option text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { throw ValidationError("give an hour and a minute, such as 03:30.") }
    self.init(hour: hour, minute: minute)
  }
}
