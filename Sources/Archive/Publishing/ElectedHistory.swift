import FoundationEssentials
import GRDB
import Roster

/// Who was elected on one site, derived from the answers: the marks of every tenure, and the changes that
/// the journal is to hold.
struct ElectedHistory {
  /// A mark of a tenure.
  struct Mark: Hashable {
    /// 1 or 0.
    var elected: Int
    /// The first answer of the tenure.
    var electedAt: Int
    /// The later answer that says of somebody not elected that they are; nil where none does.
    var change: Move?
  }

  /// When an answer said something new.
  struct Move: Hashable {
    var observedAt: Int
    var previousWalkAt: Int
  }

  /// The answers, in the order in which they came.
  let answers: [ElectedAnswer]
  /// Which of the site's published walks each answer is about.
  private let positions: [Int?]
  private let site: MirroredSite

  init(_ site: MirroredSite, _ database: Database) throws {
    self.site = site
    answers = try ElectedAnswer.fetchAll(of: site.key, database)
    let positions = Dictionary(
      site.walks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.positions = answers.map { $0.roster.flatMap { positions[$0] } }
  }

  /// What the answers say of a tenure; nil where none came while it lasted.
  ///
  /// Who has won an election has won it for as long as they moderate.
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

/// One answer to the question who was elected.
struct ElectedAnswer {
  var id: Int
  var startedAt: Int
  var readAt: Int
  /// The published walk whose roster stood.
  var roster: Int?
  var ids: Set<Int>
  /// Whether the ids are those that the answer gave.
  var isProven: Bool

  /// The answers of a site in the order in which they came. Of consecutive answers that say the same only
  /// the last one has its pages.
  static func fetchAll(of site: Int, _ database: Database) throws -> [ElectedAnswer] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, coalesce(started_at, read_at) AS started_at, read_at, roster, ids_sum,
          EXISTS (SELECT 1 FROM elected_page p WHERE p.walk = elected_walk.id) AS has_pages
        FROM elected_walk WHERE site = ? ORDER BY id DESC
        """, arguments: [site])
    var answers: [ElectedAnswer] = []
    var later: (ids: Set<Int>, sum: Data)?
    for row in rows {
      let id: Int = try row.value("id")
      let sum: Data? = try row.value("ids_sum")
      if try row.value("has_pages") {
        let ids = Set(try WalkEvidence.fetch(id, from: .electedPage, database).userIDs)
        later = (ids, EvidenceSum.ofIDs(ids))
      }
      try answers.append(
        ElectedAnswer(
          id: id, startedAt: row.value("started_at"), readAt: row.value("read_at"),
          roster: row.value("roster"),
          ids: later?.ids ?? [], isProven: later != nil && later?.sum == sum))
    }
    return answers.reversed()
  }
}
