import Roster

/// Assigns the seats of one site: everything about a row is computed from the seat's number.
struct Seating: Sendable {
  let site: SampleSite
  let seed: UInt64
  let day: Int
  private let key: UInt64

  init(site: SampleSite, seed: UInt64, day: Int) {
    self.site = site
    self.seed = seed
    self.day = day
    key = Draw.key(site.rosterID)
  }

  /// The index of the seat's holder on this day, 0 for the first; nil where it is empty.
  func holder(of seat: Int) -> Int? {
    story(of: seat).holder(on: day)
  }

  /// The row of the seat's holder; nil where the seat is empty.
  func user(in seat: Int) -> SampleUser? {
    guard seat > 0 else { return community }
    guard let holder = holder(of: seat) else { return nil }
    let person = person(in: seat, holder: holder)
    return user(person, seat: seat, holder: holder)
  }

  private func person(in seat: Int, holder: Int) -> Person {
    if let index = staffIndex(of: seat) { return .staff(site.ordinal + index) }
    let number = moderatorIndex(of: seat)
    guard holder == 0, isRegular(seat, number: number) else {
      return .single(seat: site.seatBase + seat, holder: holder)
    }
    return .regular(site.ordinal + number)
  }

  /// Whether the first holder of the seat moderates other sites too. At most 100 seats per site, so
  /// that no person is on a site twice.
  private func isRegular(_ seat: Int, number: Int) -> Bool {
    guard number < 100 else { return false }
    if number == 0 || site.rosterID == Self.flagship { return true }
    var draw = Draw(seed, key, UInt64(seat), 3)
    return draw.chance(percent: 15)
  }

  private func story(of seat: Int) -> Story {
    if seat == 0 || staffIndex(of: seat) != nil { return .stays }
    let number = moderatorIndex(of: seat)
    if site.rosterID == Self.flagship, number < Self.flagshipStories.count {
      return Self.flagshipStories[number]
    }
    var draw = Draw(seed, key, UInt64(seat), 4)
    return Story.drawn(&draw, steady: site.isSteady)
  }

  /// The site that has changes of every kind from day 1 on, with every seed.
  private static let flagship: SiteID = "stackoverflow"
  private static let flagshipStories: [Story] =
    Array(repeating: .stays, count: 5) + [
      .pausesWithStandIn(Cycle(first: 1, period: 7)), .handsOver(Cycle(first: 1, period: 30)),
      .pausesWithStandIn(Cycle(first: 2, period: 3)),
    ]
}

/// Employees are spread evenly among the moderators.
extension Seating {
  private func staffIndex(of seat: Int) -> Int? {
    let index = staffBefore(seat)
    return index < site.staff && staffSeat(index) == seat ? index : nil
  }

  private func staffSeat(_ index: Int) -> Int {
    1 + index * (site.seats - 1) / site.staff
  }

  /// How many of the seats before this one belong to employees.
  private func staffBefore(_ seat: Int) -> Int {
    guard site.seats > 1 else { return 0 }
    return ((seat - 1) * site.staff + site.seats - 2) / (site.seats - 1)
  }

  /// The seat's number among the seats of neither employees nor the Community user.
  private func moderatorIndex(of seat: Int) -> Int {
    seat - 1 - staffBefore(seat)
  }
}

extension Seating {
  private var community: SampleUser {
    SampleUser(
      userID: -1, accountID: -1, displayName: "Community", isStaff: false, isElected: false,
      reputation: 1, reputationChange: [0, 0, 0, 0, 0],
      badges: .init(gold: 0, silver: 2, bronze: 8),
      creationDate: SampleClock.firstAccount, lastAccessDate: SampleClock.firstAccount,
      location: "on the server farm", websiteURL: nil, link: "\(site.site.url)/users/-1/community",
      profileImage: "https://www.gravatar.com/avatar/a007be5a61f6aa8f3e85ae2fc18dd66e?d=identicon",
      aboutMe: "<p>Hi, I'm not really a person.</p>\n<ul>\n<li>I keep the lights on</li>\n</ul>\n",
      questionCount: 0, answerCount: 0)
  }

  private func user(_ person: Person, seat: Int, holder: Int) -> SampleUser {
    let traits = person.traits(seed: seed, day: day)
    let place = seat * Person.holdersASeat + holder % Person.holdersASeat
    var draw = Draw(seed, key, UInt64(place), 5)
    let userID = userID(seat: seat, holder: holder)
    let creation = creationDate(seat: seat, holder: holder)
    let standing = Standing(&draw, day: day)
    let modified = traits.changedOnDay.map { SampleClock.midnight(ofDay: $0) + place % 86_400 }
    let isElected = draw.chance(percent: 75) && staffIndex(of: seat) == nil
    return SampleUser(
      userID: userID, accountID: person.accountID, displayName: traits.name,
      isStaff: traits.isStaff, isElected: isElected, reputation: standing.reputation,
      reputationChange: standing.changes, badges: standing.badges, creationDate: creation,
      lastAccessDate: SampleClock.midnight(ofDay: day) - standing.secondsAway,
      lastModifiedDate: modified ?? (draw.chance(percent: 95) ? creation : nil),
      location: traits.profile.location, websiteURL: traits.profile.websiteURL,
      link: "\(site.site.url)/users/\(userID)/\(TextEscaping.slug(traits.name))",
      profileImage: "https://i.sstatic.net/\(String(person.number, radix: 36)).png?s=256",
      aboutMe: traits.profile.aboutMe, questionCount: standing.questions,
      answerCount: standing.answers)
  }

  /// Ids and dates increase from seat to seat, and the holders of one seat have neighbouring
  /// values: the order by creation never changes.
  private func userID(seat: Int, holder: Int) -> Int {
    let spacing = max(Person.holdersASeat, min(40_000, 4_000_000 / site.seats))
    var draw = Draw(seed, key, UInt64(seat), 6)
    let offset = draw.int(below: spacing - Person.holdersASeat + 1)
    return 1 + (seat - 1) * spacing + offset + holder % Person.holdersASeat
  }

  private func creationDate(seat: Int, holder: Int) -> Int {
    let step = (SampleClock.lastAccount - SampleClock.firstAccount) / site.seats
    var draw = Draw(seed, key, UInt64(seat), 7)
    let offset = draw.int(below: step - Person.holdersASeat)
    return SampleClock.firstAccount + seat * step + offset + holder % Person.holdersASeat
  }
}

/// The numbers that change every day.
private struct Standing {
  var reputation: Int
  var changes: [Int]
  var badges: Moderator.Badges
  var secondsAway: Int
  var questions: Int
  var answers: Int

  init(_ draw: inout Draw, day: Int) {
    let pace = 1 + draw.int(below: draw.chance(percent: 10) ? 300 : 40)
    let start = 101 + draw.int(below: 1 + draw.int(below: 120_000))
    reputation = start + day * pace
    changes = [1, 7, 30, 91, 365].map { min($0, day + 1) * pace }
    let medals = reputation / 200
    badges = .init(gold: medals / 40, silver: medals / 6, bronze: medals / 2 + day / 10)
    secondsAway = draw.int(below: 20 * SampleClock.secondsADay)
    questions = draw.int(below: 300)
    answers = reputation / 30
  }
}
