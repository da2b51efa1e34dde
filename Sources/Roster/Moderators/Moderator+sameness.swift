extension Moderator {
  /// Whether the other row has the same bytes in every field that a page's digest covers, and in
  /// `aboutText`.
  ///
  /// `==` takes texts for equal that differ only in their normal form, which have other digests.
  package func hasBytes(of other: Moderator) -> Bool {
    self == other && Self.haveSameBytes(displayName, other.displayName)
      && Self.fields.allSatisfy { field in
        guard case .text(let get, _) = field.value else { return true }
        return Self.haveSameBytes(get(self), get(other))
      }
  }

  /// Whether the other row has the same bytes in the texts that a search looks through.
  package func hasSearchedBytes(of other: Moderator) -> Bool {
    Self.haveSameBytes(displayName, other.displayName)
      && Self.haveSameBytes(location, other.location)
      && Self.haveSameBytes(aboutText, other.aboutText)
  }

  /// Whether both are absent, or have the same bytes.
  private static func haveSameBytes(_ first: String?, _ second: String?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): first.utf8.elementsEqual(second.utf8)
    default: false
    }
  }

  /// The row with the plain text that another row of the same user has, where both have the same
  /// `aboutMe`: the text is made from that, and another version of the program or of its HTML parser
  /// may make it otherwise, which is no change of the profile.
  package func keepingAboutText(of old: Moderator) -> Moderator {
    guard let aboutMe, aboutMe == old.aboutMe else { return self }
    var row = self
    row.aboutText = old.aboutText
    return row
  }
}

extension String {
  /// Nil where the text is empty: the API says "" and leaves out a field by turns, and means the same.
  package var unlessEmpty: String? { isEmpty ? nil : self }
}
