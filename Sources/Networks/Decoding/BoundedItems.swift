/// A value that exceeds a limit. The description names the field and never contains the value.
package struct OutOfBounds: Error {
  /// What is wrong, such as `items.3.display_name is longer than 4000 bytes`.
  package var description: String

  /// - Parameters:
  ///   - path: The place of the value.
  ///   - complaint: What is wrong, without the value.
  package init(_ path: [any CodingKey], _ complaint: String) {
    let keys = path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    description = "\(keys.joined(separator: ".")) \(complaint)"
  }
}

/// The key of the decoder's `userInfo` for the maximum number of items.
struct MostItems {
  var count: Int
}

/// An array with a maximum number of items; the first item beyond it throws before it is decoded.
package struct BoundedItems<Item: Decodable>: Decodable {
  package var items: [Item] = []

  /// - Throws: ``OutOfBounds`` at the first item beyond the maximum, and errors of the items.
  package init(from decoder: any Decoder) throws {
    let most = decoder.userInfo.values.lazy.compactMap { $0 as? MostItems }.first?.count ?? .max
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      guard items.count < most else {
        throw OutOfBounds(decoder.codingPath, "has more than the \(most) items asked for")
      }
      items.append(try container.decode(Item.self))
    }
  }
}
