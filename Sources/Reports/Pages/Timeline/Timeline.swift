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
    var tenures: [Tenure]
    /// What a log tells of tenures that no roster could show, the oldest first.
    var unseen: [LoggedTenure] = []

    var isCurrent: Bool { tenures.last.map { $0.leftAt == nil } ?? false }
    fileprivate var beginning: Date { tenures.first?.beginning ?? .distantFuture }
  }

  /// What somebody is, or was.
  enum Style: Hashable {
    case moderator, staff
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
    let from = Self.beginning(of: rows.map(\.tenures))
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
        || row.tenures.contains { $0.loggedBeginning != nil || $0.loggedEnd != nil }
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

  /// The earliest moment of any of the tenures.
  static func beginning(of tenures: [[Tenure]]) -> Date {
    tenures.compactMap { $0.first?.beginning }.min() ?? .distantFuture
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
      for tenure in tenures { html.bars(of: tenure, scale) }
      html.markup("</svg>")
    }
    more(&html)
    html.markup("</li>\n")
  }

  private var words: String {
    let last = tenures.last.map(TenureWords.sentence) ?? ""
    return tenures.count > 3
      ? "\(TenureWords.times(tenures)); at last \(last)"
      : tenures.map(TenureWords.sentence).joined(separator: "; ")
  }
}

extension Tenure {
  /// The earliest moment at which it can have begun, as far as the archive goes.
  fileprivate var beginning: Date { loggedBeginning ?? absentBefore ?? firstSeen }
}

extension HTMLStream {
  fileprivate mutating func bars(of tenure: Tenure, _ scale: TimeScale) {
    let (first, last) = (scale.place(of: tenure.firstSeen), scale.place(of: tenure.lastSeen))
    if let began = tenure.loggedBeginning {
      bar("l", scale.place(of: began), first)
    } else if let absent = tenure.absentBefore {
      bar("p", scale.place(of: absent), first)
    }
    if let ended = tenure.loggedEnd {
      bar("l", last, scale.place(of: ended))
    } else if let left = tenure.leftAt {
      bar("p", last, scale.place(of: left))
    }
    bar(nil, first, last)
    if tenure.isOpenAtStart {
      markup("<text y=\"50%\" x=\"")
      text(first.percent)
      markup("\">◂</text>")
    }
  }

  /// What only a log tells.
  fileprivate mutating func bar(of tenure: LoggedTenure, _ scale: TimeScale) {
    bar("l", scale.place(of: tenure.beganAt), scale.place(of: tenure.endedAt ?? tenure.knownUntil))
  }

  private mutating func bar(_ style: StaticString?, _ from: Double, _ until: Double) {
    markup("<rect")
    if let style {
      markup(" class=\"")
      markup(style)
      markup("\"")
    }
    markup(" x=\"")
    // What was seen in one reading only still is seen.
    let isMoment = style == nil && until - from < 0.2
    text((isMoment ? min(from, 99.7) : from).percent)
    markup("\" width=\"")
    if isMoment { markup("2") } else { text((until - from).percent) }
    markup("\"/>")
  }
}
