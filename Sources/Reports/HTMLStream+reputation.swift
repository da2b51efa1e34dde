import FoundationEssentials
import Roster

extension HTMLStream {
  /// A cell with a reputation and, where it is known how it came about, a line of it.
  mutating func reputationCell(_ value: Int?, _ history: [ReportReputation], until end: Date) {
    guard let value, history.count > 1, let first = history.first, let last = history.last else {
      return numberCell(value)
    }
    markup("<td class=\"n\" data-v=\"")
    number(value)
    markup("\">")
    text(value.grouped)
    let sentence =
      "from \(first.value.grouped) on \(first.since.rfc3339.prefix(10)) "
      + "to \(last.value.grouped) on \(last.since.rfc3339.prefix(10))"
    markup("<svg class=\"line\" viewBox=\"0 0 96 20\" role=\"img\" aria-label=\"")
    text(sentence)
    markup("\"><title>")
    text(sentence)
    markup("</title><polyline points=\"")
    text(ReputationLine(history, until: end).points)
    markup("\"/></svg></td>")
  }
}

/// The line of a reputation over time in a drawing of 96 by 20: it runs level while nothing is known
/// to have changed.
private struct ReputationLine {
  /// More points than these cannot be told apart.
  private static let limit = 48

  private let history: [ReportReputation]
  private let start: Double
  private let span: Double
  private let lowest: Int
  private let range: Double

  init(_ history: [ReportReputation], until end: Date) {
    let step = max(1, (history.count + Self.limit - 1) / Self.limit)
    // Every so many, counted from the last one, which always shows.
    self.history = history.enumerated()
      .filter { ($0.offset - history.count + 1).isMultiple(of: step) || $0.offset == 0 }
      .map(\.element)
    start = history.first?.since.timeIntervalSince1970 ?? 0
    span = max(end.timeIntervalSince1970 - start, 1)
    lowest = history.map(\.value).min() ?? 0
    range = max(Double((history.map(\.value).max() ?? 0) - lowest), 1)
  }

  /// As SVG wants them.
  var points: String {
    let places = history.map { point in
      (
        x: (point.since.timeIntervalSince1970 - start) / span,
        y: Double(point.value - lowest) / range
      )
    }
    let end = places.last.map { [(x: 1.0, y: $0.y)] } ?? []
    return (places + end).map { place in
      "\((min(max(place.x, 0), 1) * 94 + 1).plain),\((19 - place.y * 18).plain)"
    }.joined(separator: " ")
  }
}
