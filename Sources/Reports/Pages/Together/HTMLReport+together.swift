import Roster

extension HTMLReport {
  static let togetherPath = "together.html"

  /// Writes the map of the sites that have moderators in common.
  ///
  /// - Returns: The sentence that it is about; nil where no site shares anybody, so that there is no map.
  func writeTogether() throws -> String? {
    let shared = SharedPeople(tally.companions)
    guard let title = title(of: shared) else { return nil }
    let page = ReportPage(
      path: Self.togetherPath, template: .together, title: "Who moderates together")
    try write(
      page,
      [
        "sentence": title, "note": note(shared), "count": shared.sites.count,
        "isNamed": isNamed(shared), "isFew": shared.sites.count <= 12,
      ],
      [
        "map": { html in
          if isNamed(shared) { writeNames(of: shared, to: &html) }
          writeMap(of: shared, to: &html)
        },
        "pairs": { html in
          for pair in shared.pairs {
            write(pair, shared, to: &html)
            try html.drain()
          }
        },
      ])
    return title
  }

  private func title(of shared: SharedPeople) -> String? {
    guard let first = shared.pairs.first else { return nil }
    let people = first.count.counted("person", "people", isGrouped: true)
    let equal = shared.pairs.count { $0.count == first.count }
    guard equal == 1 else {
      return "\(equal.grouped) pairs of sites share \(people), which is the most"
    }
    return "\(name(first.first, shared)) and \(name(first.second, shared)) share \(people)"
      + (shared.pairs.count > 1 ? ", more than any other two sites" : "")
  }

  private func name(_ place: Int, _ shared: SharedPeople) -> String {
    siteNames[shared.sites[place]] ?? shared.sites[place].id
  }

  private func note(_ shared: SharedPeople) -> String {
    let left = shared.siteCount - shared.sites.count
    return "\(shared.sites.count.grouped) sites that have moderators in common, "
      + "those beside each other that share most. Staff and the Community account are left out."
      + (left > 0
        ? " Left out, too: \(left.counted("site", isGrouped: true)) that \(left == 1 ? "shares" : "share") fewer."
        : "")
      + (shared.leavesPairsOut
        ? " Of the pairs of these sites, those that share most are shown." : "")
  }

  /// Whether there is room for the names of all rows and columns; else the script names those that one points at.
  private func isNamed(_ shared: SharedPeople) -> Bool { shared.sites.count <= 40 }

  /// The names of rows on the left, and of columns above; the style turns those.
  private func writeNames(of shared: SharedPeople, to html: inout HTMLStream) {
    let count = shared.sites.count
    html.markup("<svg class=\"names of-rows\" aria-hidden=\"true\">")
    for place in 0..<count {
      html.markup("<text x=\"100%\" dx=\"-6\" y=\"")
      html.text(middle(of: place, count))
      html.markup("\">")
      html.text(shortName(place, shared))
      html.markup("</text>")
    }
    html.markup("</svg>\n<svg class=\"names of-columns\" aria-hidden=\"true\">")
    for place in 0..<count {
      html.markup("<text y=\"100%\" dy=\"-6\" x=\"")
      html.text(middle(of: place, count))
      html.markup("\">")
      html.text(shortName(place, shared))
      html.markup("</text>")
    }
    html.markup("</svg>\n")
  }

  private func middle(of place: Int, _ count: Int) -> String {
    ((Double(place) + 0.5) / Double(count) * 100).percent
  }

  /// As much of a name as there is room for beside the map.
  private func shortName(_ place: Int, _ shared: SharedPeople) -> String {
    let (name, most) = (name(place, shared), 22)
    return name.count > most ? "\(name.prefix(most - 1))…" : name
  }

  private func writeMap(of shared: SharedPeople, to html: inout HTMLStream) {
    let (cell, size) = (10, shared.sites.count * 10)
    html.markup("<svg class=\"cells\" viewBox=\"0 0 ")
    html.text("\(size) \(size)")
    html.markup("\" width=\"")
    html.number(min(shared.sites.count * 32, 830))
    html.markup("\" role=\"img\" aria-label=\"The map; the list below says the same\">\n")
    // The diagonal, at which both sides are the same.
    html.markup("<path d=\"M0 0L")
    html.text("\(size) \(size)")
    html.markup("\"/>\n")
    for pair in shared.pairs {
      for (x, y) in [(pair.first, pair.second), (pair.second, pair.first)] {
        html.markup("<rect class=\"c")
        html.number(min(pair.count, 4))
        html.markup("\" x=\"")
        html.number(x * cell)
        html.markup("\" y=\"")
        html.number(y * cell)
        html.markup("\"/>")
      }
      html.markup("\n")
    }
    html.markup("</svg>")
  }

  private func write(
    _ pair: SharedPeople.Pair, _ shared: SharedPeople, to html: inout HTMLStream
  ) {
    html.markup("<li data-at=\"")
    html.text("\(pair.first) \(pair.second)")
    html.markup("\">")
    html.name(name(pair.first, shared), link: address(of: shared.sites[pair.first]))
    html.text(" shares \(pair.count.counted("person", "people", isGrouped: true)) with ")
    html.name(name(pair.second, shared), link: address(of: shared.sites[pair.second]))
    for (index, place) in pair.people.enumerated() {
      html.text(index == 0 ? ": " : ", ")
      let person = tally.companions.people[place]
      let page = people.place(person.network, account: person.account, site: nil, user: nil)
      html.name(
        ShownName.of(person.name, user: nil, account: person.account),
        link: page.map(people.address))
    }
    let rest = pair.count - pair.people.count
    if rest > 0 { html.text(" and \(rest.grouped) more") }
    html.markup("</li>\n")
  }
}
