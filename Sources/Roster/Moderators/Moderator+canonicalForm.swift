import FoundationEssentials

/// The canonical form of a page's items: the input of its digest, and the form in which its items
/// are stored until its walk has ended.
///
/// Each field is written as a netstring (`5:Alice,`), an absent one as `-`; times are whole unix
/// seconds. An item begins with `key`, `accountID`, `displayName` and `kind`; the fields of the
/// profile that every digest covers follow, then by name those others that have a value
/// (`about_text=5:Hello,`). It ends with a line feed. The form of data in older archives must never
/// change.
extension Moderator {
  /// The fields of an item to write.
  enum CanonicalForm {
    /// The fields that the digest covers.
    case digest
    /// All fields.
    case whole
  }

  /// Appends the item.
  func append(_ form: CanonicalForm, to bytes: inout [UInt8]) {
    bytes.append(netstring: key)
    bytes.append(netstring: accountID)
    bytes.append(netstring: displayName)
    bytes.append(netstring: kind.rawValue)
    for field in Field.alwaysInDigest { append(field, to: &bytes) }
    for field in Field.named where form == .whole || field.digest == .whenPresent {
      let start = bytes.count
      bytes.append(contentsOf: field.name.utf8)
      bytes.append(UInt8(ascii: "="))
      if !append(field, to: &bytes) { bytes.removeLast(bytes.count - start) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns whether there is a value.
  @discardableResult
  private func append(_ field: Field, to bytes: inout [UInt8]) -> Bool {
    switch field.value {
    case .number(let get, _): bytes.append(netstring: get(self))
    case .text(let get, _): bytes.append(netstring: get(self))
    case .time(let get, _): bytes.append(netstring: get(self)?.unixSeconds)
    }
  }

  /// The canonical form of a page's items with all fields.
  package static func canonicalForm(of items: [Moderator]) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in items { item.append(.whole, to: &bytes) }
    return bytes
  }

  /// Decodes the canonical form of a page's items with all fields.
  ///
  /// - Parameter role: That of the page's list.
  /// - Returns: Nil where the bytes are malformed, or have a field that this program does not know.
  package static func items(
    fromCanonicalForm bytes: [UInt8], role: Role = .moderator
  ) -> [Moderator]? {
    var reader = NetstringReader(bytes)
    var items: [Moderator] = []
    while !reader.isAtEnd {
      guard let item = Moderator(&reader, role) else { return nil }
      items.append(item)
    }
    return items
  }

  private init?(_ reader: inout NetstringReader, _ role: Role) {
    guard let key = reader.number() ?? nil, let accountID = reader.number(),
      let name = reader.text() ?? nil, let kind = reader.text()??.kind
    else { return nil }
    self.init(
      userID: RoleKey(rawValue: key).number(in: role), role: role, accountID: accountID,
      displayName: name, kind: kind)
    for field in Field.alwaysInDigest {
      guard read(field, &reader) else { return nil }
    }
    while let name = reader.name() {
      guard let field = Field.named.first(where: { $0.name == name }), read(field, &reader) else {
        return nil
      }
    }
    guard reader.skip("\n") else { return nil }
  }

  private mutating func read(_ field: Field, _ reader: inout NetstringReader) -> Bool {
    switch field.value {
    case .number(_, let set):
      guard let number = reader.number() else { return false }
      set(&self, number)
    case .text(_, let set):
      guard let text = reader.text() else { return false }
      set(&self, text)
    case .time(_, let set):
      guard let seconds = reader.number() else { return false }
      set(&self, seconds.map(Date.init(unixSeconds:)))
    }
    return true
  }
}

extension String {
  fileprivate var kind: Moderator.Kind? { Moderator.Kind(rawValue: self) }
}
