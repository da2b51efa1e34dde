import FoundationEssentials
import Roster

/// Who moderated, and when: a row for each person or site, a bar for each tenure. A bar is solid where
/// readings have seen the person, pale between the two readings in which they joined or left, framed where
/// a log tells of it, and begins with an arrow where they were there before the archive was.
struct Timeline {
  /// One row.
  struct Row {
    var label: String
    /// From the page.
    var link: String?
    /// What they are, or were.
    var style: String
    /// The oldest first.
    var stints: [Stint]

    var isCurrent: Bool { stints.last.map { $0.tenure.endedBefore == nil } ?? false }
    fileprivate var beginning: Date { Timeline.beginning(of: [self]) }
  }

  /// The most rows that are drawn.
  static let limit = 200

  private let rows: [Row]
  private let scale: TimeScale

  /// Nil where there was only one reading.
  ///
  /// - Parameters:
  ///   - rows: In any order.
  ///   - until: The latest reading.
  init?(_ rows: [Row], until: Date) {
    let from = Self.beginning(of: rows)
    guard let scale = TimeScale(from: from, until: until) else { return nil }
    self.scale = scale
    // Sorted by place where all else is equal: the sort of the library keeps no order.
    self.rows = rows.enumerated().sorted { one, other in
      if one.element.isCurrent != other.element.isCurrent { return one.element.isCurrent }
      let (first, second) = (one.element.beginning, other.element.beginning)
      return first != second ? first < second : one.offset < other.offset
    }.map(\.element)
  }

  /// Whether any of what is drawn is told by a log or another source than readings.
  var hasLogs: Bool {
    rows.contains { $0.stints.contains { $0.tenure.source != .reading } }
  }

  /// - Parameter label: What the list is called.
  func html(label: String) -> HTML {
    #"""
    <div class="timeline" data-from="\#(scale.from.rfc3339)" data-until="\#(scale.until.rfc3339)">\#
    \#(scale.axis)<ul aria-label="\#(label)">
    \#(rows.map { $0.item(on: scale, isExplained: true) })</ul></div>

    """#
  }

  /// The earliest moment that any of the rows shows.
  static func beginning(of rows: [Row]) -> Date {
    rows.compactMap { row in
      row.stints.first.map { $0.tenure.beganAfter ?? $0.tenure.beganBefore }
    }.min() ?? .distantFuture
  }
}

extension Timeline.Row {
  /// The row as an item of a list.
  ///
  /// - Parameters:
  ///   - scale: Nil where no time has passed, so that nothing is drawn.
  ///   - isExplained: Whether the drawing says in words what it shows; else `more` does.
  ///   - more: What stands below the drawing.
  func item(on scale: TimeScale?, isExplained: Bool, more: HTML = "") -> HTML {
    let colour = isCurrent ? style : "f"
    let drawing = scale.map { scale -> HTML in
      let start: HTML =
        isExplained
        ? #"<svg role="img"><title>\#(words)</title>"# : #"<svg aria-hidden="true">"#
      let bars = stints.apart.map { scale.bars(of: $0, in: isCurrent ? style : nil) }
      return "\(start)\(bars)</svg>"
    }
    return #"<li class="\#(colour)">\#(.name(label, link: link))\#(drawing)\#(more)</li>\#n"#
  }

  private var words: String {
    let sentences = TenureWords.sentences(stints)
    return sentences.count > 3
      ? "\(TenureWords.summary(stints)); at last \(sentences.last ?? "")"
      : sentences.joined(separator: "; ")
  }
}

extension Moderator.Kind {
  /// The class of what is drawn of them, which gives its colour.
  var style: String { self == .moderator ? "m" : "s" }
}

extension TimeScale {
  /// - Parameter style: What the row is in the colour of; nil where all of it has one colour.
  fileprivate func bars(of stint: Stint, in style: String?) -> HTML {
    let tenure = stint.tenure
    let own = stint.kind.style
    let colour = style == nil || style == own ? nil : own
    let first = place(of: tenure.beganBefore)
    let last = place(of: max(tenure.beganBefore, tenure.endedAfter))
    let beginning = tenure.beganAfter.flatMap {
      $0 < tenure.beganBefore ? bar("p", place(of: $0), first, colour) : nil
    }
    let end = (stint.precedesChange ? nil : tenure.endedBefore).flatMap {
      $0 > tenure.endedAfter ? bar("p", last, place(of: $0), colour) : nil
    }
    let arrow: HTML = tenure.beganAfter == nil ? #"<text y="50%"\#(x(first))>◂</text>"# : ""
    let style = tenure.source != .reading ? "l" : nil
    return "\(beginning)\(end)\(bar(style, first, last, colour))\(arrow)"
  }

  private func bar(
    _ style: String?, _ from: Double, _ until: Double, _ colour: String? = nil
  ) -> HTML {
    let classes = [style, colour].compactMap(\.self).joined(separator: " ")
    // What was seen in one reading only still is seen.
    let isMoment = style != "p" && until - from < 0.2
    return #"""
      <rect\#(if: !classes.isEmpty, #" class="\#(classes)""#)\#(x(isMoment ? min(from, 99.7) : from)) \#
      width="\#(isMoment ? "2" : (until - from).percent)"/>
      """#
  }

  /// Where something begins; nothing where that is the beginning.
  private func x(_ place: Double) -> HTML { place > 0 ? #" x="\#(place.percent)""# : "" }
}
