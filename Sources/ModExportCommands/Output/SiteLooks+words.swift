import Archive
import FoundationEssentials
import Roster

extension SiteLooks {
  /// What a rights log does, in a sentence.
  static let hiding = "hides whom some rows are about or which roles"

  /// Why it says nothing that nobody is known by the log; nil where the log hides nobody.
  ///
  /// - Parameter time: The time that was asked about, with a word before it.
  func hiddenHolders(_ time: String) -> CommandFailure? {
    guard hidesRows else { return nil }
    return CommandFailure(
      .incomplete,
      "Nobody is known to have held a role of \(name) \(time), but its rights log \(Self.hiding)."
    )
  }
}

extension [KnownSite] {
  /// How old an answer about the present is that these sites give, as a sentence; nil where that is usual.
  func age(at now: Date) -> String? {
    guard let last = compactMap(\.confirmedAt).max(),
      now.timeIntervalSince(last) > StatusCommand.defaultStaleAfter
    else { return nil }
    return "\(count == 1 ? self[0].site.name : "The archive") was last read on \(last.dayWords)."
  }
}

extension [SiteLooks] {
  /// Why a list of changes does not answer for all of a time; nil where somebody looked at a site twice in it, until its
  /// last day.
  ///
  /// - Parameters:
  ///   - start: Nil for the beginning of the archive.
  ///   - end: Nil for now.
  func absence(ofChangesFrom start: Date?, to end: Date?) -> CommandFailure? {
    let read = compactMap { look in
      look.firstReading.flatMap { first in look.lastReading.map { (first: first, last: $0) } }
    }
    guard let first = read.map(\.first).min(), let last = read.map(\.last).max() else {
      return neverRead
    }
    let isWatched = read.contains { times in
      times.first < times.last && times.last >= start ?? .distantPast
        && (start.map { $0 >= DayNumber(times.first).date } ?? true)
        && times.first < end ?? .distantFuture
    }
    let isUntilEnd = end.map { last >= DayNumber($0.addingTimeInterval(-1)).date } ?? true
    if isWatched, contains(where: \.isRead), isUntilEnd { return nil }
    let logs =
      contains { $0.logs.map { $0.lowerBound < end ?? .distantFuture } ?? false }
      ? " The rights log tells more: `modexport changes --net` of that time." : ""
    func incomplete(_ sentence: String) -> CommandFailure {
      CommandFailure(.incomplete, sentence + logs)
    }
    if let start, start > last {
      return incomplete(
        "Nobody looked at \(subject) in that time: the last reading is that of \(last.dayWords).")
    }
    if first == last, start ?? .distantPast <= last, end ?? .distantFuture >= first {
      return incomplete(
        "\(readSubject) was read once, on \(first.dayWords): changes are seen between two readings."
      )
    }
    if isWatched, isUntilEnd {
      return incomplete(
        "Nobody looked at \(subject) in that time: it lies between two readings. --until a later day shows what they found."
      )
    }
    let bound = isWatched ? ("last", last) : ("first", first)
    return incomplete(
      "Nobody looked at \(subject) in all of that time: the \(bound.0) reading is that of \(bound.1.dayWords)."
    )
  }

  /// Why it says nothing that nobody was found; nil where somebody looked.
  ///
  /// - Parameter former: Whether former moderators were asked for: those are seen between two readings, or in a log.
  func absence(ofPeopleWho former: Bool) -> CommandFailure? {
    if let neverLooked { return neverLooked }
    guard former else { return nil }
    if allSatisfy({ $0.since == $0.until }) {
      return CommandFailure(
        .incomplete, "\(readSubject) was read once: nobody can have been seen to leave.")
    }
    let hidden = filter(\.hidesRows)
    guard !hidden.isEmpty else { return nil }
    return CommandFailure(
      .incomplete,
      "Nobody is known to have left under that name, but the rights log of \(hidden.subject) \(SiteLooks.hiding)."
    )
  }

  /// Why an empty answer says nothing where no site was ever read, by a log neither; nil where one was.
  var neverLooked: CommandFailure? { contains { $0.since != nil } ? nil : neverRead }

  private var neverRead: CommandFailure {
    CommandFailure(.incomplete, "Nobody looked at \(subject) yet: `modexport sync` does.")
  }

  /// Those that were ever read.
  private var readSubject: String {
    let read = filter { $0.since != nil }
    return read.count > 1 ? "Each of the \(read.count) sites that were read" : read.subject
  }

  private var subject: String {
    isEmpty ? "any site" : count == 1 ? self[0].name : "any of the \(count) sites"
  }
}
