import FoundationEssentials
import Markup
import Roster
import SampleNetwork

/// The true roster of every site at every moment of a history.
struct Truth {
  /// One roster of a site, true from a moment until the next one.
  private struct Moment {
    var since: Date
    var roster: [Int: SampleUser]
  }

  private var moments: [SiteRef: [Moment]] = [:]

  /// Records the rosters from now on.
  mutating func see(_ api: SampleAPI, at now: Date, sites: [SiteRef]) {
    for site in sites {
      let users = api.roster(of: site.id)
      moments[site, default: []].append(
        Moment(
          since: now,
          roster: Dictionary(users.map { ($0.userID, $0) }, uniquingKeysWith: { _, last in last })))
    }
  }

  /// The rosters of the site between two times, by user id.
  func rosters(of site: SiteRef, from start: Date, to end: Date) -> [[Int: SampleUser]] {
    let all = moments[site] ?? []
    return all.enumerated().compactMap { index, moment in
      let until = index + 1 < all.count ? all[index + 1].since : .distantFuture
      return moment.since <= end && until >= start ? moment.roster : nil
    }
  }

  /// The site's present roster.
  func latest(of site: SiteRef) -> [Int: SampleUser] {
    moments[site]?.last?.roster ?? [:]
  }
}

extension SampleUser {
  /// The row as the archive stores it.
  var stored: Moderator {
    var row = moderator
    row.aboutText = aboutMe.map(MarkupText.plainText(ofHTML:))?.unlessEmpty
    return row
  }
}

extension Moderator {
  /// The row with an empty profile field counted as absent.
  ///
  /// - Parameter isSafe: Whether it was fetched with a safe filter, which has no profile texts;
  ///   HTML references that users type in their names are then compared decoded.
  func comparable(isSafe: Bool) -> Moderator {
    var row = self
    row.location = location?.unlessEmpty
    row.websiteURL = websiteURL?.unlessEmpty
    guard isSafe else { return row }
    row.aboutText = nil
    row.displayName = displayName.replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    return row
  }
}
