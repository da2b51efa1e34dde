import Roster

extension Chart.Mark {
  var isLine: Bool { if case .steps = self { true } else { false } }
}

extension Chart {
  /// The lines of the vertical axis with their numbers, and the labels of the axis below.
  var axes: HTML {
    let values = scale.ticks.map { value -> HTML in
      let place = scale.place(of: Double(value)).percent
      return #"""
        <line\#(if: value == 0, #" class="zero""#) x2="100%" y1="\#(place)" y2="\#(place)"/>\#
        <text class="y" x="-8" y="\#(place)">\#(value.grouped)</text>

        """#
    }
    let labels = ticks.map { tick -> HTML in
      let place = tick.place.percent
      return #"""
        \#(if: tick.hasLine, #"<line y2="100%" x1="\#(place)" x2="\#(place)"/>"#)\#
        <text y="100%" dy="1.5em" class="x\#(tick.isMinor ? " minor" : "")"\#(anchor(of: tick.label, at: tick.place)) \#
        x="\#(place)">\#(tick.label)</text>

        """#
    }
    return "\(values)\(labels)"
  }

  /// Lines, in a drawing of their own that is stretched to the size of the other.
  var lines: HTML {
    let lines = marks.filter(\.isLine).map(drawing)
    if lines.isEmpty { return "" }
    return #"""
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
      \#(lines)</svg>

      """#
  }

  /// A point for each part of a line that is too short to be seen.
  var dots: [HTML] {
    marks.flatMap { mark -> [HTML] in
      guard case .steps(let kind, let parts) = mark else { return [] }
      return parts.compactMap { part in
        guard let first = part.first, let last = part.last, last.place - first.place < 0.5 else {
          return nil
        }
        let (x, y) = (last.place.percent, scale.place(of: last.value).percent)
        return #"<circle r="3" class="\#(kind.style)" cx="\#(x)" cy="\#(y)"/>\#n"#
      }
    }
  }

  func drawing(of mark: Mark) -> HTML {
    switch mark {
    case .steps(let kind, let parts):
      return #"<path class="\#(kind.style)" d="\#(parts.map(steps).joined())"/>\#n"#
    case .label(let text, let point, let side):
      let position: HTML =
        switch side {
        case .above: #" dy="-.45em"\#(anchor(of: text, at: point.place))"#
        case .below: #" dy="1.3em"\#(anchor(of: text, at: point.place))"#
        }
      return #"""
        <text class="value"\#(position) x="\#(point.place.percent)" \#
        y="\#(scale.place(of: point.value).percent)">\#(text)</text>

        """#
    }
  }

  /// Near the ends a text stays inside of the drawing.
  private func anchor(of text: String, at place: Double) -> HTML {
    switch Chart.Tick.part(of: text, at: place) {
    case 0: #" text-anchor="start""#
    case 1: #" text-anchor="end""#
    default: ""
    }
  }

  private func x(_ point: Point) -> String { (point.place * 10).tenths }

  private func y(_ point: Point) -> String { (scale.place(of: point.value) * 10).tenths }

  /// A path in thousandths of the drawing.
  private func steps(_ points: [Point]) -> String {
    points.enumerated().map { index, point in
      index == 0 ? "M\(x(point)) \(y(point))" : "H\(x(point))V\(y(point))"
    }.joined()
  }
}

extension Chart.Tick {
  /// What a letter takes of the axis in percent on a phone.
  private static let letter = 2.6

  /// Which part of a text is left of its place: half of it, or where that has no room on a phone, nothing near the left
  /// end and all near the right one.
  static func part(of text: String, at place: Double) -> Double {
    let half = Double(text.count) * letter / 2
    return place < half ? 0 : place > 100 - half ? 1 : 0.5
  }
}

extension TimeScale {
  /// The labels of a chart whose axis this is.
  var chartTicks: [Chart.Tick] {
    let ticks = ticks.map {
      Chart.Tick(place: place(of: $0.date), label: $0.label, isMinor: $0.isMinor)
    }
    if !ticks.isEmpty { return ticks }
    return [
      Chart.Tick(place: 0, label: from.dayWords, hasLine: false),
      Chart.Tick(place: 100, label: until.dayWords, hasLine: false),
    ]
  }
}
