/// One person of the network, who may have seats on several sites under one account.
///
/// Attributes belong to the person: a rename shows on every site at once.
struct Person: Hashable, Sendable {
  /// The person's number; the account id is one more.
  var number: Int

  static let staffCount = 64
  /// How many people, including the cast as the first, moderate more than one site.
  static let regularCount = 120
  /// The most holders of one seat before their numbers would repeat.
  static let holdersASeat = 256

  static func staff(_ index: Int) -> Person {
    Person(number: index % staffCount)
  }

  static func regular(_ index: Int) -> Person {
    Person(number: staffCount + index % regularCount)
  }

  /// A person with this seat only.
  ///
  /// - Parameter seat: The seat's number in the whole network.
  static func single(seat: Int, holder: Int) -> Person {
    Person(number: 1_000 + seat * holdersASeat + holder % holdersASeat)
  }

  var accountID: Int { number + 1 }

  private var castMember: CastMember? {
    let index = number - Self.staffCount
    return CastMember.all.indices.contains(index) ? CastMember.all[index] : nil
  }

  private var isFromStaff: Bool { number < Self.staffCount }
}

/// The attributes of a person on one day, on all their sites.
struct Traits: Hashable, Sendable {
  var name: String
  var profile: Profile
  var isStaff: Bool
  /// The latest day on which one of these changed; nil if none has.
  var changedOnDay: Int?
}

extension Person {
  func traits(seed: UInt64, day: Int) -> Traits {
    let stories = stories(seed: seed)
    let name = name(seed: seed, version: stories.renames?.turns(by: day) ?? 0)
    let edition = stories.profiles?.turns(by: day) ?? 0
    var draw = Draw(seed, UInt64(number), 2, UInt64(edition))
    let profile = Profile(&draw, version: edition)
    let employments = stories.employments?.turns(by: day) ?? 0
    let changes = [stories.renames, stories.profiles, stories.employments]
    return Traits(
      name: name, profile: profile, isStaff: isFromStaff != !employments.isMultiple(of: 2),
      changedOnDay: changes.compactMap { $0?.latest(by: day) }.max())
  }

  private struct Stories {
    var renames: Cycle?
    var profiles: Cycle?
    var employments: Cycle?
  }

  private func stories(seed: UInt64) -> Stories {
    if let member = castMember {
      return Stories(
        renames: member.renames, profiles: member.profiles, employments: member.employments)
    }
    var draw = Draw(seed, UInt64(number), 1)
    return Stories(
      renames: draw.chance(percent: 4) ? .drawn(&draw) : nil,
      profiles: draw.chance(percent: 6) ? .drawn(&draw) : nil,
      employments: draw.chance(percent: 1) ? .drawn(&draw) : nil)
  }

  private func name(seed: UInt64, version: Int) -> String {
    if let member = castMember {
      return version.isMultiple(of: 2) ? member.name : member.otherName ?? member.name
    }
    var draw = Draw(seed, UInt64(number), 0, UInt64(version))
    return NameParts.name(&draw)
  }
}
