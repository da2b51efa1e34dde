import FoundationEssentials
import GRDB
import Roster

/// Which moderators of one site were elected, derived from the lists of elected moderators: the
/// marks of every tenure, and the changes that the journal must contain.
struct ElectedHistory {
  /// A mark of a tenure.
  struct Mark: Hashable {
    /// 1 or 0.
    var elected: Int
    /// The first list during the tenure.
    var electedAt: Int
    /// The later list that contains a moderator who was marked as not elected; nil without one.
    var change: Move?
  }

  /// The dates of a change.
  struct Move: Hashable {
    var observedAt: Int
    var previousWalkAt: Int
  }

  /// The lists in order.
  let answers: [ElectedAnswer]
  /// The site's published walk that each list refers to.
  private let positions: [Int?]
  private let site: MirroredSite

  init(_ site: MirroredSite, _ database: Database) throws {
    self.site = site
    answers = try ElectedAnswer.fetchAll(of: site.key, database)
    let positions = Dictionary(
      site.walks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.positions = answers.map { $0.roster.flatMap { positions[$0] } }
  }

  /// The mark of a tenure; nil where no list was read while it lasted.
  ///
  /// A moderator who won an election stays elected for as long as they moderate.
  ///
  /// - Parameters:
  ///   - firstSeen: The published walk with which the tenure begins.
  ///   - leftAt: The published walk with which it ends; nil where it lasts.
  func mark(of user: Int, firstSeen: Int, leftAt: Int?) -> Mark? {
    guard let begin = site.position(ofWalkAt: firstSeen) else { return nil }
    let end = leftAt.flatMap(site.position(ofWalkAt:)) ?? site.walks.count
    var mark: Mark?
    for (index, answer) in answers.enumerated() {
      guard let position = positions[index], (begin..<max(begin, end)).contains(position)
      else { continue }
      let isElected = answer.ids.contains(user)
      guard mark != nil else {
        mark = Mark(elected: isElected ? 1 : 0, electedAt: answer.readAt)
        if isElected { break }
        continue
      }
      guard isElected else { continue }
      mark?.elected = 1
      mark?.change = Move(
        observedAt: answer.readAt, previousWalkAt: answers[index - 1].startedAt)
      break
    }
    return mark
  }
}

/// One list of elected moderators that was read.
struct ElectedAnswer {
  var id: Int
  var startedAt: Int
  var readAt: Int
  /// The walk of the roster that was published then.
  var roster: Int?
  /// The digest of its pages.
  var evidence: Data?
  var hasPages: Bool
  var ids: Set<Int>
  /// Whether the ids match their recorded sum.
  var isProven: Bool
  /// The digest of its ids.
  var sum: Data?

  /// The lists of a site in order. Of consecutive lists with the same ids only the last one has its
  /// pages.
  static func fetchAll(of site: Int, _ database: Database) throws -> [ElectedAnswer] {
    let rows = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT l.id, l.started_at, l.finished_at, e.roster AS sum, e.evidence,
            (SELECT max(w.id) FROM entry w WHERE w.site = l.site AND w.kind = 'walk' AND w.id < l.id) AS roster,
            EXISTS (SELECT 1 FROM page p WHERE p.entry = l.id) AS has_pages
          FROM elected_list l JOIN entry e ON e.id = l.id WHERE l.site = ? ORDER BY l.id
          """), arguments: [site])
    var sum: Data?
    var answers = try rows.map { row in
      let id: Int = try row.value("id")
      sum = try row.value("sum") ?? sum
      let hasPages: Bool = try row.value("has_pages")
      let ids = hasPages ? try Set(WalkEvidence.fetch(id, database).userIDs) : []
      return try ElectedAnswer(
        id: id, startedAt: row.value("started_at"), readAt: row.value("finished_at"),
        roster: row.value("roster"), evidence: row.value("evidence"), hasPages: hasPages, ids: ids,
        isProven: hasPages && EvidenceSum.ofIDs(ids) == sum, sum: sum)
    }
    for (place, later) in zip(answers.indices, answers.dropFirst()).reversed()
    where !answers[place].hasPages && answers[place].sum == later.sum {
      answers[place].ids = answers[place + 1].ids
      answers[place].isProven = answers[place + 1].isProven
    }
    return answers
  }
}
