import FoundationEssentials
import Roster

/// Who moderated, and when: a row for each person or site, a bar for each tenure. A bar is solid where
/// readings have seen the person, pale between the two readings in which they joined or left, framed where
/// only a log tells of it, and begins with an arrow where they were there before the archive was.
struct Timeline {
  /// One row.
  struct Row {
    var label: String
    /// From the page.
    var link: String?
    var style: Style
    /// The oldest first.
    var stints: [Stint]
    /// What a log tells of tenures that no roster could show, the oldest first.
    var unseen: [LoggedTenure] = []

    var isCurrent: Bool { stints.last.map { $0.tenure.leftAt == nil } ?? false }
    fileprivate var beginning: Date { Timeline.beginning(of: [self]) }
  }

  /// What somebody is, or was.
  enum Style: Hashable {
    case moderator, staff

    init(_ kind: Moderator.Kind) {
      self = kind == .moderator ? .moderator : .staff
    }
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

  /// Whether any of what is drawn is told by a log.
  var hasLogs: Bool {
    rows.contains { row in
      !row.unseen.isEmpty
        || row.stints.contains {
          $0.tenure.loggedBeginning != nil || $0.tenure.loggedEnd != nil
        }
    }
  }

  /// - Parameter label: What the list is called.
  func write(label: String, to html: inout HTMLStream) {
    html.markup("<div class=\"timeline\">")
    html.axis(scale)
    html.markup("<ul aria-label=\"")
    html.text(label)
    html.markup("\">\n")
    for row in rows { row.write(on: scale, isExplained: true, to: &html) { _ in } }
    html.markup("</ul></div>\n")
  }

  /// The earliest moment that any of the rows shows.
  static func beginning(of rows: [Row]) -> Date {
    rows.flatMap { row in
      [row.stints.first?.tenure.beginning, row.unseen.first?.beganBefore].compactMap(\.self)
    }.min() ?? .distantFuture
  }
}

extension Timeline.Row {
  /// Writes the row as an item of a list.
  ///
  /// - Parameters:
  ///   - scale: Nil where no time has passed, so that nothing is drawn.
  ///   - isExplained: Whether the drawing says in words what it shows; else `more` does.
  ///   - more: Writes what stands below the drawing.
  func write(
    on scale: TimeScale?, isExplained: Bool, to html: inout HTMLStream,
    more: (inout HTMLStream) -> Void
  ) {
    html.markup("<li class=\"")
    switch (isCurrent, style) {
    case (false, _): html.markup("f")
    case (true, .moderator): html.markup("m")
    case (true, .staff): html.markup("s")
    }
    html.markup("\">")
    html.name(label, link: link)
    if let scale {
      if isExplained {
        html.markup("<svg role=\"img\"><title>")
        html.text(words)
        html.markup("</title>")
      } else {
        html.markup("<svg aria-hidden=\"true\">")
      }
      for tenure in unseen { html.bar(of: tenure, scale) }
      for stint in stints { html.bars(of: stint, in: isCurrent ? style : nil, scale) }
      html.markup("</svg>")
    }
    more(&html)
    html.markup("</li>\n")
  }

  private var words: String {
    let sentences = TenureWords.sentences(stints, unseen: unseen)
    return sentences.count > 3
      ? "\(TenureWords.summary(stints, unseen: unseen)); at last \(sentences.last ?? "")"
      : sentences.joined(separator: "; ")
  }
}

extension Tenure {
  /// The earliest moment at which it can have begun, as far as the archive goes.
  fileprivate var beginning: Date { loggedBeginning ?? absentBefore ?? firstSeen }
}

extension HTMLStream {
  /// - Parameter style: What the row is in the colour of; nil where all of it has one colour.
  fileprivate mutating func bars(
    of stint: Stint, in style: Timeline.Style?, _ scale: TimeScale
  ) {
    let tenure = stint.tenure
    let own = Timeline.Style(stint.kind)
    let colour: StaticString? =
      style == nil || style == own ? nil : own == .moderator ? "m" : "s"
    let (first, last) = (
      scale.place(of: tenure.firstSeen),
      scale.place(of: max(tenure.firstSeen, tenure.earliestEnd))
    )
    if let began = tenure.loggedBeginning {
      bar("l", scale.place(of: began), first, colour)
    } else if let absent = tenure.absentBefore {
      bar("p", scale.place(of: absent), first, colour)
    }
    if let ended = tenure.loggedEnd {
      bar("l", last, scale.place(of: ended), colour)
    } else if let left = tenure.leftAt, !stint.precedesChange {
      bar("p", last, scale.place(of: left), colour)
    }
    bar(nil, first, last, colour)
    if tenure.isOpenAtStart {
      markup("<text y=\"50%\"")
      x(first)
      markup(">◂</text>")
    }
  }

  /// What only a log tells.
  fileprivate mutating func bar(of tenure: LoggedTenure, _ scale: TimeScale) {
    bar("l", scale.place(of: tenure.beganBefore), scale.place(of: tenure.endedAfter))
  }

  private mutating func bar(
    _ style: StaticString?, _ from: Double, _ until: Double, _ colour: StaticString? = nil
  ) {
    markup("<rect")
    if style != nil || colour != nil {
      markup(" class=\"")
      if let style { markup(style) }
      if style != nil, colour != nil { markup(" ") }
      if let colour { markup(colour) }
      markup("\"")
    }
    // What was seen in one reading only still is seen.
    let isMoment = style == nil && until - from < 0.2
    x(isMoment ? min(from, 99.7) : from)
    markup(" width=\"")
    if isMoment { markup("2") } else { text((until - from).percent) }
    markup("\"/>")
  }

  /// Where something begins; nothing where that is the beginning.
  private mutating func x(_ place: Double) {
    guard place > 0 else { return }
    markup(" x=\"")
    text(place.percent)
    markup("\"")
  }
}
