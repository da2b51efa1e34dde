import FoundationEssentials
import Roster
import Tables

/// Changes of one site, or of one person, as announcements: for each two readings what happened between them.
struct SiteJournal {
  /// Whether it is about one person, so that names are those of sites.
  var isOfPerson = false
  private var readings: Readings?
  private var items: [NewsItem] = []

  /// Changes come the latest first.
  mutating func write(_ item: NewsItem, _ next: Readings, to html: inout HTMLStream) {
    if let readings, !readings.areThose(of: next) { finish(&html) }
    readings = next
    items.append(item)
  }

  mutating func finish(_ html: inout HTMLStream) {
    guard let readings, !items.isEmpty else { return }
    html += "<dt>\(readings.words)</dt>"
    html.descriptions(items, isVerbFirst: isOfPerson)
    html += "\n"
    items.removeAll(keepingCapacity: true)
  }
}

// MARK: - People

extension SiteJournal {
  /// What happened to a person on all sites, as their tenures and names tell it, the latest first.
  static func items(
    of person: PersonRecord, link: (PersonOnSite) -> (name: String, link: String?)
  ) -> [(Readings, NewsItem)] {
    var renamed: Set<[String]> = []
    return person.sites.flatMap { place in
      let (name, link) = link(place)
      let role = place.moderator.role
      func item(_ news: News, _ verb: String, _ after: Date, _ observed: Date) -> (
        Readings, NewsItem
      ) {
        (
          Readings(after: after.rfc3339, observed: observed.rfc3339),
          NewsItem(news: news, verb: verb, name: name, link: link)
        )
      }
      let tenures = place.tenures.enumerated().flatMap { index, tenure in
        [
          tenure.absentBefore.map { absent in
            item(
              index == 0 ? .joined : .back,
              ChangeWords.ending(index == 0 ? .joined : .returned, role), absent, tenure.firstSeen)
          },
          tenure.departure.map {
            item(.left, ChangeWords.ending(.left, role), $0.after, $0.before)
          },
        ].compactMap(\.self)
      }
      // An account has one name on many sites: a new one is told once.
      let names = zip(place.names, place.names.dropFirst()).compactMap {
        old, new -> (Readings, NewsItem)? in
        guard renamed.insert([old.name, new.name]).inserted else { return nil }
        var (readings, item) = item(.renamed, "", old.lastSeen, new.firstSeen)
        (item.name, item.link, item.formerName) = (new.name, nil, old.name)
        return (readings, item)
      }
      return tenures + names
    }.sorted { ($1.0.observed, $0.1.name) < ($0.0.observed, $1.1.name) }
  }
}
