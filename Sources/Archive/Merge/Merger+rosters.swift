import FoundationEssentials
import GRDB
import Roster

/// The replay of rosters, of attempts to read one, and of lists of elected moderators.
extension Merger {
  mutating func walk(_ reading: MergeSource.Reading, _ place: MergeSource.Place) throws {
    let (source, site) = (sources[place.source], try site(of: place))
    let from = place.site ?? 0
    let roster = try source.roster(ofSite: from, at: place.entry)
    let people = IDSum(roster.map(\.key))
    guard isNew(reading, of: "\(site)", people: people) else {
      merge.repeated += 1
      return
    }
    let look = Look(
      entry: place.entry, site: from,
      time: min(reading.entry.began, reading.entry.at)...reading.entry.at, people: people)
    try compare(look, of: place.source, site: site)
    merge.rosters += 1
    if let reason = try obstacle(of: reading, place, site: site) {
      return try attempt(reading, place, site: site, refusedFor: reason)
    }
    var publisher = try RosterPublisher(
      database, site: site, at: reading.entry.at, check: check)
    for moderator in roster { try publisher.take(moderator) }
    try publisher.end()
    var (entry, body) = (reading.entry, reading.body)
    (entry.site, entry.at) = (site, publisher.date)
    entry.roster = try publisher.roster()
    body.reputations = try publisher.reputations()?.hexadecimal
    if place.lacksPages {
      try standIn(for: place, until: publisher.date)
    } else {
      let evidence = try source.evidence(ofSite: from, place.entry)
      entry.evidence = try WalkEvidence.insert(
        evidence.pages, of: Entry.nextID(database), .walk, site: site,
        pageMembers: pageMembers(on: evidence.pages, roster, site: site), database)
    }
    try append(entry, body, of: place)
    // Another archive was told it: the next run reads the site.
    try publisher.finish(mark: nil)
  }

  /// What the pages of a first reading have of the rows of a roster.
  private func pageMembers(
    on pages: [PageEvidence], _ roster: [Moderator], site: Int
  ) throws -> [Role: [Int: PageMembers]] {
    let rows = Dictionary(roster.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    return try pages.reduce(into: [:]) { pageMembers, page in
      guard page.reading == .first else { return }
      pageMembers[page.role, default: [:]][page.page] = try PageMembers(
        of: page.userIDs.compactMap { rows[.init($0, as: page.role)] }, site: site, database)
    }
  }

  /// Why a roster does not replace the one before it, as in a sync; nil where it does.
  private func obstacle(
    of reading: MergeSource.Reading, _ place: MergeSource.Place, site: Int
  ) throws -> Verdict.Reason? {
    let names = reading.body.roles ?? [Role.moderator.rawValue]
    let roles = Set(names.map(Role.init(rawValue:)))
    if try archive.unreadRole(of: site, reading: roles, database) != nil { return .missingPage }
    guard let grade = reading.entry.grade.flatMap(Grade.init(rawValue:)),
      let old = try archive.grade(ofSite: site, database), !grade.mayReplace(old)
    else { return nil }
    // Where its own archive had a higher one before it, the user has accepted it.
    let before = try sources[place.source].grade(before: reading.entry)
    return before.map(grade.mayReplace) == false ? nil : .lowerGrade
  }

  /// Whether a site's list of moderators can have admins is read from the pages of the roster before: of one whose pages
  /// were pruned stands one until the end.
  private mutating func standIn(for place: MergeSource.Place, until date: Int) throws {
    prunedUntil = max(prunedUntil ?? .min, date)
    guard
      try Schema.leavesOutAdmins(ofSite: place.site ?? 0, sources[place.source].database)
    else { return }
    let entry = try Entry.nextID(database)
    standIns.append(entry)
    try database.execute(
      sql: """
        INSERT INTO page (entry, reading, role, page, item_count, has_more, fetched_at, position)
        VALUES (?, 1, ?, 1, 0, 0, ?, ?)
        """,
      arguments: [entry, Role.moderator.rawValue, date, PagePosition.whole.text])
  }

  mutating func attempt(
    _ reading: MergeSource.Reading, _ place: MergeSource.Place, site: Int,
    refusedFor reason: Verdict.Reason? = nil
  ) throws {
    var (entry, body) = (reading.entry, reading.body)
    (entry.kind, entry.site, entry.grade, entry.roster) = (.attempt, site, nil, nil)
    (body.users, body.reputations) = (nil, nil)
    if let reason {
      body.verdict = Verdict.Name.incomplete.rawValue
      body.reasons = reason.rawValue
    }
    if place.lacksPages {
      prunedUntil = max(prunedUntil ?? .min, entry.at)
    } else {
      entry.evidence = try WalkEvidence.copy(
        pagesOf: place.entry, in: sources[place.source].database, to: Entry.nextID(database),
        database)
    }
    try append(entry, body, of: place)
  }

  mutating func elected(
    _ reading: MergeSource.Reading, _ place: MergeSource.Place
  ) throws {
    let (source, site, from) = (sources[place.source], try site(of: place), place.site ?? 0)
    let ids = try source.elected(ofSite: from, at: place.entry)
    let people = IDSum(ids.map { Moderator.Key($0, as: .moderator) })
    guard isNew(reading, of: "\(site)", people: people) else { return }
    if place.lacksPages, try !isProvenByNext(place, site: site, ids) { return }
    var entry = reading.entry
    entry.site = site
    let evidence = place.lacksPages ? nil : try source.evidence(ofSite: from, place.entry)
    _ = try archive.record(entry, of: ids, ofSite: site, with: evidence, database)
  }

  /// Whether the next list with pages has the same users, and so has each between.
  private func isProvenByNext(
    _ place: MergeSource.Place, site: Int, _ ids: Set<Int>
  ) throws -> Bool {
    let first = lists.partitioningIndex { $0.order > place.order }
    for next in lists[first...] where next.site.flatMap({ sites[next.source][$0] }) == site {
      let later = try sources[next.source].elected(ofSite: next.site ?? 0, at: next.entry)
      if later != ids { return false }
      if !next.lacksPages { return true }
    }
    return false
  }

  /// Notes where two archives read a site at overlapping times and found other people.
  private mutating func compare(_ look: Look, of source: Int, site: Int) throws {
    for (other, before) in (looks[site] ?? [:]).sorted(by: { $0.key < $1.key })
    where other != source && before.time.overlaps(look.time) && before.people != look.people {
      guard let ref = try SiteRef.fetch(site, database) else { continue }
      let sides = try [(other, before), (source, look)].map { number, look in
        try (number, look, people(look, of: number))
      }
      merge.contradictions.append(
        MergeContradiction(
          site: ref,
          readings: sides.enumerated().map { place, side in
            let (number, look, people) = side
            return .init(
              path: sources[number].path,
              time: Date(
                unixSeconds: look.time.lowerBound)...Date(
                  unixSeconds: look.time.upperBound),
              only: people.filter { sides[1 - place].2[$0.key] == nil }
                .sorted { $0.key < $1.key }.map { .init(key: $0.key, name: $0.value) })
          }))
    }
    looks[site, default: [:]][source] = look
  }

  private func people(_ look: Look, of source: Int) throws -> [Moderator.Key: String] {
    let roster = try sources[source].roster(ofSite: look.site, at: look.entry)
    return Dictionary(roster.map { ($0.key, $0.displayName) }, uniquingKeysWith: { $1 })
  }
}
