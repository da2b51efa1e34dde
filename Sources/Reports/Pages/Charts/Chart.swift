import Roster

/// A figure whose title says what it shows: a table with bars in it, or a drawing that needs no script, with all its
/// numbers in a table behind it, and a script that tells each of them where one points.
///
/// Places on the axis below are in percent of its length; sizes on the page follow from the style.
struct Chart {
  /// What the figure is known by in addresses.
  var id: String
  /// What the figures say, as a sentence without a full stop.
  var title: String
  var notes: String
  var scale = ValueScale(most: 0)
  var ticks: [Tick] = []
  /// Empty where there is no drawing.
  var marks: [Mark] = []
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
    /// A line that runs level from each point to the next, in parts: between two of them nothing is known.
    case steps(Moderator.Kind, parts: [[Point]])
    /// A text at a point.
    case label(String, Point, Side)
  }

  /// The numbers.
  struct Table {
    /// What the rows and the numbers stand for.
    var columns: [String]
    var rows: [Row]

    struct Row {
      var label: String
      var values: [String]
      /// The length of its bar in percent; nil where a drawing has the numbers.
      var bar: Double?
      /// Where it is in the drawing, and its day for machines; it holds until the next one.
      var place: (at: Double, day: String)?
    }
  }
}

extension Chart {
  var html: HTML {
    let plot: HTML = #"""
      <div class="plot"><svg role="img" aria-label="\#(title)">
      \#(axes)\#(dots)\#(marks.filter { !$0.isLine }.map(drawing))</svg>
      \#(lines)</div>

      """#
    return ##"""
      <figure class="chart" id="\##(id)"><figcaption><h3>\##(title) \##
      <a class="here" aria-label="Link to this figure" href="#\##(id)">#</a></h3><p>\##(notes)</p></figcaption>
      \##(if: !marks.isEmpty, plot)\##(numbers)</figure>

      """##
  }

  private var numbers: HTML {
    let heads = table.columns.enumerated().map { index, column in
      #"<th scope="col"\#(if: index > 0, #" class="n""#)>\#(column)</th>"# as HTML
    }
    let rows = table.rows.map { row -> HTML in
      let label = row.place.map { #"<time datetime="\#($0.day)">\#(row.label)</time>"# as HTML }
      let place = row.place.map { #" data-x="\#($0.at.tenths)""# as HTML }
      let bar = row.bar.map {
        #"<svg aria-hidden="true"><rect width="\#($0.percent)"/></svg>"# as HTML
      }
      let values = row.values.map { #"<td class="n">\#($0)\#(bar)</td>"# as HTML }
      return "<tr\(place)><th scope=\"row\">\(label ?? "\(row.label)")</th>\(values)</tr>\n"
    }
    return #"""
      <details\#(if: marks.isEmpty, #" open="open""#)><summary>Show the numbers</summary><div class="scroll" role="group" tabindex="0" \#
      aria-label="The numbers"><table><thead><tr>\#(heads)</tr></thead><tbody>
      \#(rows)</tbody></table></div></details>

      """#
  }
}
