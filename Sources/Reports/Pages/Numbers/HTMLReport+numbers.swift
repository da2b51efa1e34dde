import Roster

extension HTMLReport {
  /// Writes the page of figures: those of which a sentence can be said.
  ///
  /// - Parameter growth: How many moderate the network over time; nil where nothing is known.
  func writeNumbers(_ history: NetworkHistory, _ growth: NetworkHistory.Curve?) throws {
    let page = ReportPage(path: "numbers.html", template: .numbers, title: "Numbers")
    let figures = history.figures
    let charts = [
      growth?.chart, figures.moves.chart,
      figures.stays.chart, Histogram.moderatorsPerSite(tally, siteNames)?.chart,
      Histogram.sitesOfAPerson(figures)?.chart, Histogram.reputation(figures)?.chart,
    ].compactMap(\.self)
    let lede =
      charts.isEmpty
      ? "This archive holds too little to draw anything of it yet."
      : "Counted from the lists of this archive. Every figure has its numbers behind it."
    try write(
      page, ["lede": lede, "hasCharts": !charts.isEmpty],
      [
        "charts": { html in
          for chart in charts {
            chart.write(to: &html)
            try html.drain()
          }
        }
      ])
  }
}
