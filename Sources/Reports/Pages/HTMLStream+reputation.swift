import FoundationEssentials
import Roster

extension HTMLStream {
  /// A cell with a reputation and, where it is known how it came about, a line of it, whose figures
  /// show on hover or focus.
  mutating func reputationCell(_ value: Int?, _ line: ReputationLine?) {
    guard let value, let line else { return numberCell(value) }
    markup("<td class=\"n\" data-v=\"")
    number(value)
    markup("\">")
    text(value.grouped)
    markup("<span class=\"line\" tabindex=\"0\" role=\"img\" aria-label=\"")
    text(line.sentence)
    markup("\"><svg viewBox=\"0 0 96 20\" aria-hidden=\"true\"><polyline points=\"")
    text(line.corners)
    markup("\"/>")
    for place in line.places { point(place) }
    markup("</svg></span></td>")
  }

  /// What tells one figure where the pointer rests on it.
  private mutating func point(_ place: ReputationLine.Place) {
    markup("<circle r=\"4\" cx=\"")
    text(place.x.tenths)
    markup("\" cy=\"")
    text(place.y.tenths)
    markup("\"><title>")
    text(ReputationLine.words(place.figure))
    markup("</title></circle>")
  }

  /// The figures of one line as rows of a table.
  mutating func reputationRows(_ name: String, _ line: ReputationLine) {
    for place in line.places {
      markup("<tr><th scope=\"row\"><bdi>")
      text(name)
      markup("</bdi></th>")
      dayCell(place.figure.since.rfc3339)
      numberCell(place.figure.value)
      markup("</tr>\n")
    }
  }
}

/// The line of a reputation over time in a drawing of 96 by 20: it runs level while nothing is known
/// to have changed.
struct ReputationLine {
  /// More points than these cannot be told apart.
  private static let limit = 48

  /// A reputation, and the first walk that saw it.
  struct Figure {
    var since: Date
    var value: Int
  }

  /// A figure and where it stands in the drawing.
  struct Place {
    var figure: Figure
    var x: Double
    var y: Double
  }

  /// The oldest first; at least two.
  let places: [Place]
  /// What it shows, in words.
  let sentence: String

  /// Nil where nothing moved.
  init?(_ points: [ReputationPoint], until end: Date) {
    let history = points.compactMap { point in
      point.reputation.map { Figure(since: point.since, value: $0) }
    }
    guard history.count > 1, let first = history.first, let last = history.last else { return nil }
    sentence = "from \(Self.words(first)) to \(Self.words(last))"
    let step = max(1, (history.count + Self.limit - 1) / Self.limit)
    // Every so many, counted from the last one, which always shows.
    let shown = history.enumerated()
      .filter { ($0.offset - history.count + 1).isMultiple(of: step) || $0.offset == 0 }
      .map(\.element)
    let start = first.since.timeIntervalSince1970
    let span = max(end.timeIntervalSince1970 - start, 1)
    // As Double: the difference of two numbers may be too large for an Int.
    let lowest = Double(shown.map(\.value).min() ?? 0)
    let range = max(Double(shown.map(\.value).max() ?? 0) - lowest, 1)
    places = shown.map { figure in
      let x = (figure.since.timeIntervalSince1970 - start) / span
      let y = (Double(figure.value) - lowest) / range
      return Place(figure: figure, x: min(max(x, 0), 1) * 94 + 1, y: 19 - y * 18)
    }
  }

  /// As SVG wants them.
  var corners: String {
    let end = places.last.map { [(95.0, $0.y)] } ?? []
    return (places.map { ($0.x, $0.y) } + end).map { "\($0.tenths),\($1.tenths)" }
      .joined(separator: " ")
  }

  static func words(_ figure: Figure) -> String {
    "\(figure.value.grouped) on \(figure.since.utcDay)"
  }
}
