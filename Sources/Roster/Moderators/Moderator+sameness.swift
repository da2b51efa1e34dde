extension Moderator {
  /// Whether the other row has the same bytes in every field that a page's digest covers, and in
  /// `aboutText`.
  ///
  /// `==` treats texts as equal that differ only in their Unicode normalisation, but their digests
  /// differ.
  package func hasBytes(of other: Moderator) -> Bool {
    self == other && Self.haveSameBytes(displayName, other.displayName)
      && Self.fields.allSatisfy { field in
        guard case .text(let get, _) = field.value else { return true }
        return Self.haveSameBytes(get(self), get(other))
      }
  }

  /// Whether the other row has the same bytes in the texts of the search index.
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

  /// The row with the plain text of another row of the same user, where both have the same
  /// `aboutMe`: another version of the program or of its HTML parser may derive another text from
  /// it, which is not a change of the profile.
  package func keepingAboutText(of old: Moderator) -> Moderator {
    guard let aboutMe, aboutMe == old.aboutMe else { return self }
    var row = self
    row.aboutText = old.aboutText
    return row
  }
}

extension String {
  /// Nil where the text is empty: the API sometimes returns "" and sometimes omits the field, with
  /// the same meaning.
  package var unlessEmpty: String? { isEmpty ? nil : self }
}
