import Roster

extension SampleUser {
  /// Writes the user as the API does.
  func write(_ style: WireStyle, to writer: inout WireWriter) {
    let object = WireObject(style)
    writer.object { writer in
      writeIdentity(object, style, to: &writer)
      writeNumbers(object, to: &writer)
      writeProfile(object, style, to: &writer)
      if style.writesUnknowns {
        writer.key("constellation")
        writer.object { $0.field("name", "Lyra") }
      }
    }
  }

  private func writeIdentity(_ object: WireObject, _ style: WireStyle, to writer: inout WireWriter)
  {
    object.write(.badgeCounts, badges, to: &writer) { writer, badges in
      writer.object { writer in
        object.write(.bronze, badges.bronze, to: &writer)
        object.write(.silver, badges.silver, to: &writer)
        object.write(.gold, badges.gold, to: &writer)
      }
    }
    object.write(.accountID, accountID, to: &writer)
    object.write(.isEmployee, isStaff, to: &writer)
    object.write(.lastModified, lastModifiedDate, to: &writer)
    object.write(volatile: .lastAccess, lastAccessDate, to: &writer)
    object.write(.userType, style.writesUnknowns ? "archon" : userType, to: &writer)
    object.write(.userID, userID, to: &writer)
  }

  private func writeNumbers(_ object: WireObject, to writer: inout WireWriter) {
    let changes: [WireField] = [
      .changeDay, .changeWeek, .changeMonth, .changeQuarter, .changeYear,
    ]
    for (field, change) in zip(changes, reputationChange) {
      object.write(volatile: field, change, to: &writer)
    }
    object.write(.reputation, reputation, to: &writer)
    object.write(.userCreation, creationDate, to: &writer)
    object.write(.answerCount, answerCount, to: &writer)
    object.write(.questionCount, questionCount, to: &writer)
    object.write(.viewCount, answerCount * 7 + questionCount, to: &writer)
    object.write(.upVoteCount, answerCount * 3, to: &writer)
    object.write(.downVoteCount, answerCount / 5, to: &writer)
  }

  private func writeProfile(_ object: WireObject, _ style: WireStyle, to writer: inout WireWriter) {
    object.write(escaped: .location, location, to: &writer)
    object.write(.websiteURL, websiteURL, to: &writer)
    object.write(.link, link, to: &writer)
    object.write(.profileImage, profileImage, to: &writer)
    object.write(escaped: .displayName, displayName, to: &writer)
    object.write(
      .aboutMe, LongProfile.lengthening(aboutMe, of: userID, to: style.profileLength), to: &writer)
  }

  /// Some employees can moderate without the diamond.
  private var userType: String {
    isStaff && accountID.isMultiple(of: 3) ? "registered" : "moderator"
  }
}
