import Roster

/// A figure whose title says what it shows: a drawing that needs no script, all its numbers in a table
/// behind it, and a script that tells each of them where one points.
///
/// Places on the axis below are in percent of its length; sizes on the page follow from the style.
struct Chart {
  /// What the figure is known by in addresses.
  var id: String
  /// What the figures say, as a sentence without a full stop.
  var title: String
  var notes: String
  /// What the axes stand for.
  var vertical = ""
  var horizontal = ""
  var scale: ValueScale
  var ticks: [Tick]
  var marks: [Mark]
  var table: Table

  /// A label of the axis below.
  struct Tick {
    var place: Double
    var label: String
    /// Whether it may be left out where there is little room.
    var isMinor = false
    /// Whether a line stands on it.
    var hasLine = true
  }

  struct Point: Hashable {
    var place: Double
    var value: Double
  }

  /// Where a text is from its point.
  enum Side {
    case above, below
  }

  /// What is drawn.
  enum Mark {
    /// A bar from zero.
    case bar(places: ClosedRange<Double>, value: Double)
    /// A line that runs level from each point to the next, in parts: between two of them nothing is known.
    case steps(Moderator.Kind, parts: [[Point]])
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
  var html: HTML {
    let notes: HTML = notes.isEmpty ? "" : "<p>\(notes)</p>"
    return ##"""
      <figure class="chart" id="\##(id)"><figcaption><h3>\##(title) \##
      <a class="here" aria-label="Link to this figure" href="#\##(id)">#</a></h3>\##(notes)</figcaption>
      \##(axisName(vertical, "unit"))<div class="plot"\##(if: table.isLasting, #" data-lasting="""#)>\##
      <svg role="img" aria-label="\##(title)">
      \##(axes)\##(dots)\##(marks.filter { !$0.isLine }.map(drawing))</svg>
      \##(lines)</div>
      \##(axisName(horizontal, "unit end"))\##(numbers)</figure>

      """##
  }

  private func axisName(_ name: String, _ style: String) -> HTML {
    name.isEmpty ? "" : #"<p class="\#(style)">\#(name)</p>\#n"#
  }

  private var numbers: HTML {
    let heads = table.columns.enumerated().map { index, column in
      #"<th scope="col"\#(if: index > 0, #" class="n""#)>\#(column)</th>"# as HTML
    }
    let rows = table.rows.map { row -> HTML in
      let label = row.day.map { #"<time datetime="\#($0)">\#(row.label)</time>"# as HTML }
      let values = row.values.map { #"<td class="n">\#($0)</td>"# as HTML }
      return #"""
        <tr data-x="\#(row.place.tenths)"><th scope="row">\#(label ?? "\(row.label)")</th>\#(values)</tr>

        """#
    }
    return #"""
      <details><summary>Show the numbers</summary><div class="scroll" role="group" tabindex="0" \#
      aria-label="The numbers"><table><thead><tr>\#(heads)</tr></thead><tbody>
      \#(rows)</tbody></table></div></details>

      """#
  }
}
