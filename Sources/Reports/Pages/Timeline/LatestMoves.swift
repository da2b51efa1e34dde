import FoundationEssentials
import Roster

/// Who came and went on the latest day on which a reading saw that anybody did.
struct LatestMoves {
  /// Somebody at a site.
  struct User: Hashable {
    var site: SiteRef
    var id: Int
  }

  /// Nil where nobody came or went.
  private(set) var day: DayNumber?
  /// People who joined a site or came back, each once however many sites.
  private(set) var came = 0
  /// People who left a site.
  private(set) var left = 0
  private(set) var comers: Set<User> = []
  private(set) var leavers: Set<User> = []

  /// Counts a person.
  mutating func add(_ presences: [Presence]) {
    var (came, left) = (false, false)
    for presence in presences {
      let user = User(site: presence.site, id: presence.place.moderator.userID)
      for tenure in presence.tenures {
        if tenure.absentBefore != nil, isLatest(tenure.firstSeen, &came, &left) {
          came = true
          comers.insert(user)
        }
        if let end = tenure.leftAt, isLatest(end, &came, &left) {
          left = true
          leavers.insert(user)
        }
      }
    }
    self.came += came ? 1 : 0
    self.left += left ? 1 : 0
  }

  /// Whether something happened on the latest day that is known; a later day begins a new count.
  private mutating func isLatest(_ moment: Date, _ came: inout Bool, _ left: inout Bool) -> Bool {
    let moved = DayNumber(moment)
    if day.map({ moved > $0 }) ?? true {
      self = LatestMoves()
      day = moved
      (came, left) = (false, false)
    }
    return moved == day
  }
}
