extension Moderator {
  /// Whether the other row has the same bytes in every field.
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
}

extension String {
  /// Nil where the text is empty: the API sometimes returns "" and sometimes omits the field, with
  /// the same meaning.
  package var unlessEmpty: String? { isEmpty ? nil : self }
}
