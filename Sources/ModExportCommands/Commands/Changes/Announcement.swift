import FoundationEssentials
import Roster
import Tables

/// One change as a sentence: "2026-11-20 03:00  math/12  Mathematics: Ann Example joined".
struct Announcement {
  /// The day and the minute at which the change was seen.
  let time: String
  /// What other commands take: the site and the user, or the site alone.
  let subject: String
  private let sentence: String

  /// - Parameters:
  ///   - row: A row of the `changes` view.
  ///   - zone: The time zone of the time.
  init(_ row: Row, names: TypedNames, zone: TimeZone, terminal: Terminal) {
    let change = Record<ChangeColumn>(row)
    let seen = change[.observedAt] ?? ""
    time =
      Date(dayOrInstant: seen).map { $0.localTime(in: zone) }.map { "\($0.day) \($0.minute)" }
      ?? VisibleText.sanitized(seen)
    let site = change.site
    let user = change.number(.userID).map { "/\($0)" } ?? ""
    subject = VisibleText.sanitized(names.id(of: site) + user)
    let news = ChangeWords(
      kind: change.kind, role: change.role, detail: change[.detail], show: terminal.shown
    )
    .sentence(of: terminal.shown(change[.displayName] ?? "somebody"))
    sentence = "\(terminal.shown(names.name(of: site))): \(news)"
  }

  /// One line, on a terminal so many that nothing is wider than it; with its line break.
  ///
  /// - Parameters:
  ///   - subjectColumns: The width of the widest subject beside this one.
  ///   - columns: The width of the terminal; nil for none.
  func text(subjectColumns: Int, columns: Int?) -> String {
    let gap = String(
      repeating: " ", count: max(0, subjectColumns - DisplayWidth.columns(of: subject)))
    let head = "\(time)  \(subject)\(gap)  "
    let width = DisplayWidth.columns(of: head)
    guard let columns else { return "\(head)\(sentence)\n" }
    if columns - width >= Self.leastSentence {
      let lines = WrappedText.lines(of: sentence, columns: columns - width)
      return head + lines.joined(separator: "\n" + String(repeating: " ", count: width)) + "\n"
    }
    let lines = WrappedText.lines(of: sentence, columns: max(1, columns - Self.indent.count))
    return "\(time)  \(subject)\n" + lines.map { "\(Self.indent)\($0)\n" }.joined()
  }

  /// The least room for a sentence beside its subject; with less it is put below.
  private static let leastSentence = 30
  private static let indent = "    "
}
