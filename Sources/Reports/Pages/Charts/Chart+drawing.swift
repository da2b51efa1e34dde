import Roster

extension Chart.Style {
  /// The class of what is drawn in this style.
  var name: StaticString {
    switch self {
    case .moderators: "m"
    case .staff: "s"
    case .joined: "up"
    case .left: "down"
    }
  }
}

extension Chart.Mark {
  /// Whether it is a line or an area.
  var isLine: Bool {
    switch self {
    case .steps, .band: true
    case .bar, .label: false
    }
  }
}

extension Chart {
  /// The lines of the vertical axis with their numbers, and the labels of the axis below.
  func drawAxes(to html: inout HTMLStream) {
    for value in scale.ticks {
      let place = scale.place(of: Double(value)).percent
      html.markup(value == 0 ? "<line class=\"zero\" x2=\"100%\"" : "<line x2=\"100%\"")
      html.attribute("y1", place)
      html.attribute("y2", place)
      html.markup("/><text class=\"y\" x=\"-8\"")
      html.attribute("y", place)
      html.markup(">")
      html.text(abs(value).grouped + unit)
      html.markup("</text>\n")
    }
    for tick in ticks {
      if tick.hasLine {
        html.markup("<line y2=\"100%\"")
        html.attribute("x1", tick.place.percent)
        html.attribute("x2", tick.place.percent)
        html.markup("/>")
      }
      html.markup("<text y=\"100%\" dy=\"1.5em\" class=\"x")
      if tick.isMinor { html.markup(" minor") }
      html.markup("\"")
      html.anchor(at: tick.place)
      html.attribute("x", tick.place.percent)
      html.markup(">")
      html.text(tick.label)
      html.markup("</text>\n")
    }
  }

  /// Lines and areas, in a drawing of their own that is stretched to the size of the other.
  func drawLines(to html: inout HTMLStream) {
    let lines = marks.filter(\.isLine)
    guard !lines.isEmpty else { return }
    html.markup(
      "<svg viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\n")
    for line in lines { draw(line, to: &html) }
    html.markup("</svg>\n")
  }

  /// A point for each part of a line that is too short to be seen.
  func drawDots(to html: inout HTMLStream) {
    for case .steps(let style, let parts) in marks {
      for part in parts {
        guard let first = part.first, let last = part.last, last.place - first.place < 0.5 else {
          continue
        }
        html.markup("<circle r=\"3\" class=\"")
        html.markup(style.name)
        html.markup("\"")
        html.attribute("cx", last.place.percent)
        html.attribute("cy", scale.place(of: last.value).percent)
        html.markup("/>\n")
      }
    }
  }

  func draw(_ mark: Mark, to html: inout HTMLStream) {
    switch mark {
    case .bar(let style, let places, let values, let isPale):
      html.markup("<rect class=\"")
      html.markup(style.name)
      if isPale { html.markup(" p") }
      html.markup("\"")
      let (top, bottom) = (
        scale.place(of: values.upperBound), scale.place(of: values.lowerBound)
      )
      html.attribute("x", places.lowerBound.percent)
      html.attribute("y", top.percent)
      html.attribute("width", (places.upperBound - places.lowerBound).percent)
      html.attribute("height", (bottom - top).percent)
      html.markup("/>\n")
    case .steps(let style, let parts):
      path(style, isArea: false, parts.map(steps).joined(), to: &html)
    case .band(let style, let lower, let upper):
      let back = zip(lower.dropFirst(), lower).reversed()
        .map { "L\(x($0)) \(y($1))L\(x($1)) \(y($1))" }.joined()
      let end = lower.last.map { "L\(x($0)) \(y($0))" } ?? ""
      path(style, isArea: true, steps(upper) + end + back + "Z", to: &html)
    case .label(let text, let point, let side, let isMinor):
      html.markup(isMinor ? "<text class=\"value minor\"" : "<text class=\"value\"")
      switch side {
      case .above: html.markup(" dy=\"-.45em\"")
      case .below: html.markup(" dy=\"1.3em\"")
      case .after: html.markup(" dy=\".35em\" dx=\"8\" text-anchor=\"start\"")
      }
      if side != .after { html.anchor(at: point.place) }
      html.attribute("x", point.place.percent)
      html.attribute("y", scale.place(of: point.value).percent)
      html.markup(">")
      html.text(text)
      html.markup("</text>\n")
    }
  }

  private func x(_ point: Point) -> String { (point.place * 10).tenths }

  private func y(_ point: Point) -> String { (scale.place(of: point.value) * 10).tenths }

  private func steps(_ points: [Point]) -> String {
    points.enumerated().map { index, point in
      index == 0 ? "M\(x(point)) \(y(point))" : "H\(x(point))V\(y(point))"
    }.joined()
  }

  /// A path in thousandths of the drawing.
  private func path(_ style: Style, isArea: Bool, _ path: String, to html: inout HTMLStream) {
    html.markup(isArea ? "<path class=\"area " : "<path class=\"")
    html.markup(style.name)
    html.markup("\"")
    html.attribute("d", path)
    html.markup("/>\n")
  }
}

extension Chart.Tick {
  /// Which part of a text is left of its place: all at the right end, nothing at the left one.
  static func part(at place: Double) -> Double { place < 4 ? 0 : place > 92 ? 1 : 0.5 }
}

extension HTMLStream {
  /// Near the ends a text stays inside of the drawing.
  fileprivate mutating func anchor(at place: Double) {
    switch Chart.Tick.part(at: place) {
    case 0: markup(" text-anchor=\"start\"")
    case 1: markup(" text-anchor=\"end\"")
    default: break
    }
  }

  fileprivate mutating func attribute(_ name: StaticString, _ value: String) {
    markup(" ")
    markup(name)
    markup("=\"")
    text(value)
    markup("\"")
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
