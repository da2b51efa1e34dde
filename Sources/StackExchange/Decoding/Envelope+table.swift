import AnswerDecoding
import FoundationEssentials

/// An item that can be read as a row of a table.
protocol TableItem: Decodable {
  /// The names of its values, in the order in which ``init(_:)`` reads them.
  static var columns: [String] { get }

  /// - Throws: ``JSONTable/NotPlain`` where a value is another than its `Decodable` form takes as it is.
  init(_ cells: inout JSONTable.Cells) throws(JSONTable.NotPlain)
}

extension Envelope {
  /// Only where nothing is left to leniency, and for items that are a ``TableItem``.
  static func readingTable(_ body: [UInt8], mostItems: Int) -> Self? {
    guard let type = Item.self as? any TableItem.Type else { return nil }
    return try? Self(body, mostItems: mostItems, as: type)
  }

  private init<Row: TableItem>(
    _ body: [UInt8], mostItems: Int, as type: Row.Type
  ) throws(JSONTable.NotPlain) {
    let table = try JSONTable(
      body, list: CodingKeys.items.rawValue, columns: Row.columns,
      fields: Self.fieldsOfTable.map(\.rawValue), mostRows: mostItems)
    let rows = try table.rows { (cells) throws(JSONTable.NotPlain) in try Row(&cells) }
    guard let items = rows as? [Item] else { throw JSONTable.NotPlain() }
    self = try table.fields { (cells) throws(JSONTable.NotPlain) in try Self(&cells, items: items) }
  }

  private static var fieldsOfTable: [CodingKeys] {
    [.errorID, .errorName, .errorMessage, .hasMore, .total, .quotaMax, .quotaRemaining, .backoff]
  }

  /// - Parameter cells: The values of ``fieldsOfTable``.
  private init(
    _ cells: inout JSONTable.Cells, items: [Item]
  ) throws(JSONTable.NotPlain) {
    let present = zip(Self.fieldsOfTable, cells.presence).filter(\.1).map(\.0)
    fields = Set((present + [.items]).map(\.rawValue))
    // Errors.
    for _ in 0..<3 { try cells.nothing() }
    hasMore = try cells.boolean()
    total = try cells.number()
    quotaMax = try cells.number()
    quotaRemaining = try cells.number()
    backoff = try cells.number().flatMap { $0 > 0 ? min(TimeInterval($0), 86_400) : nil }
    self.items = .success(items)
  }
}
