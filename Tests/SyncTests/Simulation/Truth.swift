import FoundationEssentials
import Roster
import SampleNetwork

/// What every site held at every moment of a history.
struct Truth {
  /// One roster of a site, from a moment on until the next one.
  private struct Moment {
    var since: Date
    var roster: [Int: SampleUser]
  }

  private var moments: [SiteRef: [Moment]] = [:]

  /// Notes what the sites hold from now on.
  mutating func see(_ api: SampleAPI, at now: Date, sites: [SiteRef]) {
    for site in sites {
      let users = api.roster(of: site.id)
      moments[site, default: []].append(
        Moment(
          since: now,
          roster: Dictionary(users.map { ($0.userID, $0) }, uniquingKeysWith: { _, last in last })))
    }
  }

  /// The rosters that the site held between two times, by user id.
  func rosters(of site: SiteRef, from start: Date, to end: Date) -> [[Int: SampleUser]] {
    let all = moments[site] ?? []
    return all.enumerated().compactMap { index, moment in
      let until = index + 1 < all.count ? all[index + 1].since : .distantFuture
      return moment.since <= end && until >= start ? moment.roster : nil
    }
  }

  /// What the site holds now.
  func latest(of site: SiteRef) -> [Int: SampleUser] {
    moments[site]?.last?.roster ?? [:]
  }
}

extension Moderator {
  /// The row without what moves by the hour and what follows from other fields; an empty profile field
  /// is as good as none.
  ///
  /// - Parameter isSafe: Whether it came through a safe filter, which has no profile texts. Those who
  ///   write references of HTML into their names are read as if they had not.
  func comparable(isSafe: Bool) -> Moderator {
    var row = self
    row.lastAccess = nil
    row.aboutText = nil
    row.location = location?.unlessEmpty
    row.websiteURL = websiteURL?.unlessEmpty
    row.aboutMe = aboutMe?.unlessEmpty
    guard isSafe else { return row }
    row.aboutMe = nil
    row.displayName = displayName.replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    return row
  }
}
