package import Roster

/// One site of the sample network and the parameters of its roster.
package struct SampleSite: Hashable, Sendable {
  /// The site as a client receives it.
  package var site: Site
  /// The main site with the same moderators, for a meta site; nil for a main site.
  package var parent: SiteID?
  /// Number of seats in the roster, including the Community user's. Some are empty on some days,
  /// except where the roster is steady.
  package var seats: Int
  /// How many of the seats belong to employees.
  var staff: Int
  /// Whether the roster has as many moderators as seats on every day.
  package var isSteady: Bool
  /// The index of the roster in the network, from 0; a meta site has its main site's.
  var ordinal = 0
  /// Where the account numbers of the site's own people begin, counted in seats.
  var seatBase: Int

  /// The id of the site with the roster: the main site's for a meta site.
  var rosterID: SiteID { parent ?? site.id }
}

extension SampleSite {
  /// The id of the site that `--giant` adds.
  package static let giantID: SiteID = "giant"

  /// Rosters of this size or more are steady, so that one page can be computed without the others.
  static let steadySize = 1_000

  /// The account numbers of the giant's people begin above those of all other sites.
  private static let giantSeatBase = 7_000_000

  /// The recorded sites, with or without meta sites, then invented ones up to the limit, then the
  /// giant.
  static func list(
    seed: UInt64, limit: Int?, giant: Int?, withMeta: Bool, withLarge: Bool
  ) -> [SampleSite] {
    let known = withMeta ? recorded : recorded.filter { $0.type == .main }
    let count = limit ?? known.count
    var sites: [SampleSite] = []
    var (seen, free): ([SiteID: (ordinal: Int, seatBase: Int)], Int) = ([:], 0)
    for index in 0..<count {
      // Invented sites have the same numbers with and without meta sites.
      let number = index + 1 + (index < known.count ? 0 : recorded.count - known.count)
      let site = index < known.count ? known[index] : invented(number: number)
      var planned = SampleSite(
        plan: site, number: number, seed: seed,
        isLarge: withLarge && number > recorded.count && number.isMultiple(of: 100))
      // A main site and its meta have the same people, whichever comes first in the list.
      if let same = seen[planned.rosterID] {
        (planned.ordinal, planned.seatBase) = same
      } else {
        (planned.ordinal, planned.seatBase) = (seen.count, free)
        seen[planned.rosterID] = (seen.count, free)
        free += planned.seats
      }
      sites.append(planned)
    }
    if let giant {
      let site = Site(
        .sample(giantID), name: "Giant", url: "https://giant.stackexchange.com", state: "normal",
        audience: "people who like their lists long")
      sites.append(SampleSite(steady: site, seats: giant, staff: 40, seatBase: giantSeatBase))
    }
    return sites
  }

  private init(plan site: Site, number: Int, seed: UInt64, isLarge: Bool) {
    let parent = site.type == .meta ? Self.withoutMeta(site.id) : nil
    switch site.id {
    case "stackoverflow", "meta.stackoverflow":
      self.init(steady: site, seats: 84, staff: 50)
    case _ where isLarge:
      self.init(steady: site, seats: 25_000, staff: 40)
    default:
      var draw = Draw(seed, Draw.key(parent ?? site.id))
      let many = draw.chance(percent: 20) ? draw.int(below: 20) : 0
      let seats = 4 + draw.int(below: 7) + many
      self.init(
        site: site, seats: seats, staff: 1 + draw.int(below: seats / 3), isSteady: false,
        seatBase: 0)
    }
    self.parent = parent
  }

  private init(steady site: Site, seats: Int, staff: Int, seatBase: Int = 0) {
    self.init(
      site: site, seats: seats, staff: min(staff, seats / 2), isSteady: true, seatBase: seatBase)
  }
}

extension SampleSite {
  /// The real list of September 2018, 174 main and 172 meta sites.
  static let recorded: [Site] = String(decoding: PackageResources.sites_tsv, as: UTF8.self)
    .split(separator: "\n").enumerated().compactMap { index, line in
      Site(recorded: line.split(separator: "\t", omittingEmptySubsequences: false), index: index)
    }

  static func withoutMeta(_ id: SiteID) -> SiteID {
    id.split(separator: ".").filter { $0 != "meta" }.joined(separator: ".")
  }

  private static func invented(number: Int) -> Site {
    Site(
      .sample("topic\(number)"), name: "Topic \(number)",
      url: "https://topic\(number).stackexchange.com", state: "normal",
      audience: "people interested in topic \(number)", launchDate: SampleClock.launch(number))
  }
}

extension SiteRef {
  /// Generated sites belong to one network, whose wire format this server implements.
  fileprivate static func sample(_ id: SiteID) -> SiteRef { SiteRef("stackexchange", id) }
}

extension Site {
  /// Parses one line of the recorded list: id, address, name and former addresses, if any.
  fileprivate init?(recorded fields: [Substring], index: Int) {
    guard fields.count >= 3 else { return nil }
    let id = String(fields[0])
    let isMeta = id != "meta" && id.split(separator: ".").contains("meta")
    self.init(
      .sample(id), name: String(fields[2]), url: String(fields[1]), type: isMeta ? .meta : .main,
      state: isMeta ? "linked_meta" : "normal",
      audience: "people interested in \(fields[2])",
      launchDate: isMeta ? nil : SampleClock.launch(index),
      aliases: fields.count > 3 ? fields[3].split(separator: " ").map { String($0) } : [])
  }
}
