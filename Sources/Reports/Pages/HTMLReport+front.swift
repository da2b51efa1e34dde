import Roster

extension HTMLReport {
  /// The most changes of the latest day that are named, and those among which they are looked for.
  private static let (mostNamed, mostRead) = (7, 2_000)

  /// What the latest day with changes saw, and some of them; nil where nothing has changed yet.
  func latest() throws -> HTML? {
    var read: [ReportedChange] = []
    try source.forEachRow(of: .changes, site: nil, order: .reader, limit: Self.mostRead) {
      read.append(ReportedChange($0))
    }
    guard let last = read.first?.day, let counts = changes.days[last]?.counts else {
      return nil
    }
    let (came, left) = ((counts[.joined] ?? 0) + (counts[.back] ?? 0), counts[.left] ?? 0)
    let all = read.filter { $0.day == last }
    let moves = all.filter { [.joined, .back, .left].contains($0.news) }
    let named = (moves.isEmpty ? all : moves).prefix(Self.mostNamed)
    let among = !moves.isEmpty && came + left > named.count ? " Among them:" : ""
    return #"""
      <section aria-labelledby="latest">
      <h2 id="latest">What is new</h2>
      <p>The reading of \#(DayWords.day(last)) saw \#(came.counted("moderator", isGrouped: true)) join or come \#
      back and \#(left.grouped) leave.\#(among)</p>
      <ul class="news">
      \#(news(named))</ul>
      <p><a href="changes.html">All changes</a></p>
      </section>

      """#
  }

  /// The latest changes by name, a line each. Of lines about one site, the first one leads to its page.
  private func news(_ changes: ArraySlice<ReportedChange>) -> [HTML] {
    var linked: SiteRef?
    return changes.map { change in
      let item = NewsItem(change, self, root: "")
      let former = item.formerName.map { "<bdi>\($0)</bdi> is now called " as HTML }
      let ending = former == nil ? " " + item.verb : ""
      let link = change.site == linked ? nil : address(of: change.site)
      linked = change.site
      return #"""
        <li>\#(former)\#(.name(item.name, link: item.link))\#(ending) \#
        <span class="where">\#(.name(name(of: change.site), link: link))</span></li>

        """#
    }
  }

  /// One of those who moderate the most sites, or have moderated longest.
  func leader(_ person: Leaders.Person, _ why: HTML) -> HTML {
    let name = HTML.name(
      ShownName.of(person.name, user: person.user),
      link: address(ofUser: person.user, account: person.account, on: person.site))
    return #"<li>\#(name) <span class="where">\#(why)</span></li>\#n"#
  }

  /// What the front page says of those who have moderated as long as the ones that it lists.
  func equals(of leaders: Leaders) -> String? {
    let all = leaders.asLong
    guard all > leaders.longest.count, let last = leaders.longest.last else { return nil }
    return last.tenure.beganAfter == nil
      ? "\(all.grouped) people were there when this archive began; here are \(leaders.longest.count) of them."
      : "\(all.grouped) people have moderated as long; here are \(leaders.longest.count) of them."
  }
}
