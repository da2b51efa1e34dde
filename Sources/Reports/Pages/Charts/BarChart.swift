import Roster

/// A bar chart as inline SVG, drawn once, with the largest figures on their bars, every figure in a title,
/// and all of them in a table behind it.
struct BarChart {
  struct Bar {
    var label: String
    var up: Int
    /// Drawn below the line; for charts of what came and what went.
    var down = 0
  }

  var id: StaticString
  var title: String
  var summary: String
  /// What the labels, the bars and the bars below the line stand for.
  var columns: [String]
  var bars: [Bar]

  private static let (width, height, top, bottom) = (480.0, 220.0, 18.0, 22.0)

  func write(to html: inout HTMLStream) {
    guard !bars.isEmpty else { return }
    html.markup("<figure><figcaption><h3 id=\"")
    html.markup(id)
    html.markup("\">")
    html.text(title)
    html.markup("</h3><p>")
    html.text(summary)
    html.markup("</p></figcaption>\n")
    writeDrawing(to: &html)
    writeTable(to: &html)
    html.markup("</figure>\n")
  }

  private func writeDrawing(to html: inout HTMLStream) {
    html.markup("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 220\" role=\"img\"")
    html.markup(" aria-labelledby=\"")
    html.markup(id)
    html.markup("\">\n")
    let most = Double(max(bars.map(\.up).max() ?? 1, 1))
    let least = Double(bars.map(\.down).max() ?? 0)
    let scale = (Self.height - Self.top - Self.bottom) / (most + least)
    let line = Self.top + most * scale
    let step = Self.width / Double(bars.count)
    let labelEvery = max(1, Int((74 / step).rounded(.up)))
    let place = Place(step: step, line: line, scale: scale)
    for (index, bar) in bars.enumerated() {
      let isLabelled = index.isMultiple(of: labelEvery)
      let hasFigure =
        step > 26 || bar.up == Int(most) && bars.firstIndex { $0.up == bar.up } == index
      write(bar, index, place, isLabelled: isLabelled, hasFigure: hasFigure, to: &html)
    }
    html.markup("<line class=\"axis\" x1=\"0\" x2=\"480\" y1=\"")
    html.text(line.tenths)
    html.markup("\" y2=\"")
    html.text(line.tenths)
    html.markup("\"/>\n</svg>\n")
  }

  /// What all bars have in common.
  private struct Place {
    var step: Double
    var line: Double
    var scale: Double
  }

  private func write(
    _ bar: Bar, _ index: Int, _ place: Place, isLabelled: Bool, hasFigure: Bool,
    to html: inout HTMLStream
  ) {
    let left = Double(index) * place.step
    let gap = min(place.step * 0.2, 6)
    html.markup("<g><title>")
    html.text(sentence(bar))
    html.markup("</title>")
    let up = Double(bar.up) * place.scale
    let down = Double(bar.down) * place.scale
    let width = place.step - gap
    html.rectangle("up", x: left + gap / 2, y: place.line - up, width: width, height: up)
    if bar.down > 0 {
      html.rectangle("down", x: left + gap / 2, y: place.line, width: width, height: down)
    }
    let center = left + place.step / 2
    let figure = bar.down > 0 ? "+\(bar.up.grouped) −\(bar.down.grouped)" : bar.up.grouped
    if hasFigure { html.label("value", figure, x: center, y: place.line - up - 5) }
    if isLabelled { html.label("label", bar.label, x: center, y: Self.height - 5) }
    html.markup("</g>\n")
  }

  private func sentence(_ bar: Bar) -> String {
    let values = columns.count > 2 ? [bar.up, bar.down] : [bar.up]
    return bar.label + ": "
      + zip(values, columns.dropFirst()).map { "\($0.grouped) \($1.lowercased())" }
      .joined(separator: ", ")
  }

  private func writeTable(to html: inout HTMLStream) {
    html.markup("<details><summary>Show the numbers</summary><table><thead><tr>")
    for (index, column) in columns.enumerated() {
      html.markup(index == 0 ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"n\">")
      html.text(column)
      html.markup("</th>")
    }
    html.markup("</tr></thead><tbody>\n")
    for bar in bars {
      html.markup("<tr><th scope=\"row\">")
      html.text(bar.label)
      html.markup("</th>")
      html.numberCell(bar.up)
      if columns.count > 2 { html.numberCell(bar.down) }
      html.markup("</tr>\n")
    }
    html.markup("</tbody></table></details>\n")
  }
}

extension HTMLStream {
  fileprivate mutating func rectangle(
    _ style: StaticString, x: Double, y: Double, width: Double, height: Double
  ) {
    markup("<rect class=\"")
    markup(style)
    for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
      markup("\" ")
      text(name)
      markup("=\"")
      text(value.tenths)
    }
    markup("\"/>")
  }

  fileprivate mutating func label(_ style: StaticString, _ label: String, x: Double, y: Double) {
    // Near an end a label begins or ends at its bar, so that it stays below it and inside.
    switch x {
    case ..<24: markup("<text text-anchor=\"start\" class=\"")
    case 456...: markup("<text text-anchor=\"end\" class=\"")
    default: markup("<text text-anchor=\"middle\" class=\"")
    }
    markup(style)
    markup("\" x=\"")
    text((x < 24 ? max(x - 8, 0) : x >= 456 ? min(x + 8, 480) : x).tenths)
    markup("\" y=\"")
    text(y.tenths)
    markup("\">")
    text(label)
    markup("</text>")
  }
}
