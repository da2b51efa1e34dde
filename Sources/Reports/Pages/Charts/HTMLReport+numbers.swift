import Roster

extension HTMLReport {
  /// Writes the page of figures: those of which a sentence can be said.
  ///
  /// - Parameter growth: How many moderate the network over time; nil where nothing is known.
  func writeNumbers(_ history: NetworkHistory, _ growth: NetworkHistory.Curve?) throws {
    let page = ReportPage(path: "numbers.html", section: .numbers, title: "Numbers")
    let charts = [
      growth?.chart, Chart.moderatorsPerSite(tally, siteNames), Chart.sitesOfAPerson(history),
    ].compactMap(\.self)
    let lede =
      charts.isEmpty
      ? "This archive holds too little to draw anything of it yet."
      : "Counted from the lists of this archive. Every figure has its numbers behind it."
    let section: HTML = #"""
      <section aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <div class="charts">
      \#(charts.map(\.html))</div>
      </section>

      """#
    try write(
      page,
      #"""
      <header class="title">
      <h1>Numbers</h1>
      <p class="lede">\#(lede)</p>
      </header>
      \#(if: !charts.isEmpty, section)
      """#)
  }
}
