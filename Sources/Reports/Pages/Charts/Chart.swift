import FoundationEssentials
import Roster

/// A figure whose title says what it shows: a drawing that needs no script, all its numbers in a table
/// behind it, and a script that tells each of them where one points.
///
/// Places on the axis below are in percent of its length; sizes on the page follow from the style.
struct Chart {
  /// What the figure is known by in addresses.
  var id: StaticString
  /// What the figures say, as a sentence without a full stop.
  var title: String
  var notes: String
  /// What the axes stand for.
  var vertical = ""
  var horizontal = ""
  var scale: ValueScale
  /// What the numbers of the vertical axis are followed by.
  var unit = ""
  var ticks: [Tick]
  var marks: [Mark]
  var table: Table
  /// What the colours stand for.
  var legend: [(Style, String)] = []

  /// A label of the axis below.
  struct Tick {
    var place: Double
    var label: String
    /// Whether it may be left out where there is little room.
    var isMinor = false
    /// Whether a line stands on it.
    var hasLine = true
  }

  enum Style {
    case moderators, staff, joined, left
  }

  struct Point: Hashable {
    var place: Double
    var value: Double
  }

  /// Where a text is from its point.
  enum Side {
    case above, below, after
  }

  /// What is drawn.
  enum Mark {
    /// A bar, pale where what it shows is uncertain.
    case bar(Style, places: ClosedRange<Double>, values: ClosedRange<Double>, isPale: Bool)
    /// A line that runs level from each point to the next, in parts: between two of them nothing is known.
    case steps(Style, parts: [[Point]])
    /// The area between two such lines.
    case band(Style, lower: [Point], upper: [Point])
    /// A text at a point; minor ones are left out where there is little room.
    case label(String, Point, Side, isMinor: Bool)
  }

  /// The numbers, and where each row is in the drawing.
  struct Table {
    /// What the rows and the numbers stand for.
    var columns: [String]
    var rows: [Row]
    /// Whether a row holds until the next one.
    var isLasting = false

    struct Row {
      var place: Double
      var label: String
      /// The day for machines; nil where the label is no day.
      var day: String?
      var values: [String]
    }
  }
}

extension Chart {
  func write(to html: inout HTMLStream) {
    html.markup("<figure class=\"chart\" id=\"")
    html.markup(id)
    html.markup("\"><figcaption><h3>")
    html.text(title)
    html.markup(" <a class=\"here\" aria-label=\"Link to this figure\" href=\"#")
    html.markup(id)
    html.markup("\">#</a></h3>")
    if !notes.isEmpty {
      html.markup("<p>")
      html.text(notes)
      html.markup("</p>")
    }
    html.markup("</figcaption>\n")
    axisName(vertical, "<p class=\"unit\">", to: &html)
    html.markup(table.isLasting ? "<div class=\"plot\" data-lasting=\"\">" : "<div class=\"plot\">")
    html.markup("<svg role=\"img\" aria-label=\"")
    html.text(title)
    html.markup("\">\n")
    drawAxes(to: &html)
    drawDots(to: &html)
    for mark in marks where !mark.isLine { draw(mark, to: &html) }
    html.markup("</svg>\n")
    drawLines(to: &html)
    html.markup("</div>\n")
    axisName(horizontal, "<p class=\"unit end\">", to: &html)
    writeLegend(to: &html)
    writeTable(to: &html)
    html.markup("</figure>\n")
  }

  private func axisName(_ name: String, _ start: StaticString, to html: inout HTMLStream) {
    guard !name.isEmpty else { return }
    html.markup(start)
    html.text(name)
    html.markup("</p>\n")
  }

  private func writeLegend(to html: inout HTMLStream) {
    guard !legend.isEmpty else { return }
    html.markup("<ul class=\"legend\">")
    for (style, words) in legend {
      html.markup("<li class=\"")
      html.markup(style.name)
      html.markup("\">")
      html.text(words)
      html.markup("</li>")
    }
    html.markup("</ul>\n")
  }

  private func writeTable(to html: inout HTMLStream) {
    html.markup(
      """
      <details><summary>Show the numbers</summary><div class="scroll" role="group" tabindex="0" \
      aria-label="The numbers"><table><thead><tr>
      """)
    for (index, column) in table.columns.enumerated() {
      html.markup(index == 0 ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"n\">")
      html.text(column)
      html.markup("</th>")
    }
    html.markup("</tr></thead><tbody>\n")
    for row in table.rows {
      html.markup("<tr data-x=\"")
      html.text(row.place.tenths)
      html.markup("\"><th scope=\"row\">")
      if let day = row.day {
        html.markup("<time datetime=\"")
        html.text(day)
        html.markup("\">")
      }
      html.text(row.label)
      html.markup(row.day == nil ? "</th>" : "</time></th>")
      for value in row.values {
        html.markup("<td class=\"n\">")
        html.text(value)
        html.markup("</td>")
      }
      html.markup("</tr>\n")
    }
    html.markup("</tbody></table></div></details>\n")
  }
}
