import CSimdJSON

/// A list of objects in a JSON object, and values beside the list, read by simdjson.
///
/// It takes a fifth of the time of Foundation's decoder, and reads plain documents only: where a value is
/// anything but what is expected, it throws ``NotPlain``, and the caller asks Foundation's decoder, which decides what is
/// lenient and what is wrong. So both never differ about a document.
@safe package struct JSONTable: ~Copyable {
  /// The document is not plain: Foundation's decoder has to look at it.
  package struct NotPlain: Error {
    package init() {}
  }

  /// The objects of the list.
  package let rowCount: Int
  private let table: OpaquePointer
  private let columnCount: Int
  private let fieldCount: Int

  /// - Parameters:
  ///   - list: The name of the list.
  ///   - columns: Names of values in its objects. `a.b` is the value `b` of the object `a`, where `a` is
  ///     among the names too.
  ///   - fields: Names of values beside the list.
  ///   - mostRows: The most objects in the list.
  package init(
    _ body: [UInt8], list: String, columns: [String], fields: [String], mostRows: Int
  ) throws(NotPlain) {
    let read = unsafe modexport_json_read(
      body, body.count, list, columns.joined(separator: ","), fields.joined(separator: ","),
      max(0, mostRows))
    guard let read = unsafe read else { throw NotPlain() }
    unsafe table = read
    rowCount = unsafe modexport_json_row_count(read)
    (columnCount, fieldCount) = (columns.count, fields.count)
  }

  deinit {
    unsafe modexport_json_free(table)
  }

  /// Makes a value of the values beside the list.
  package borrowing func fields<Value, Failure>(
    _ body: (inout Cells) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var cells = unsafe Cells(modexport_json_fields(table), count: fieldCount)
    return try body(&cells)
  }

  /// Makes a value of each row.
  package borrowing func rows<Value, Failure>(
    _ body: (inout Cells) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(rowCount)
    for row in 0..<rowCount {
      var cells = unsafe Cells(
        modexport_json_rows(table) + row * columnCount, count: columnCount)
      values.append(try body(&cells))
    }
    return values
  }

  /// Values in the order of their names. Each method reads the next one. Do not keep it: its texts end with the table.
  @safe package struct Cells {
    private var rest: UnsafeBufferPointer<modexport_json_cell>.SubSequence

    fileprivate init(_ first: UnsafePointer<modexport_json_cell>, count: Int) {
      unsafe rest = UnsafeBufferPointer(start: first, count: count)[...]
    }

    /// Which of the values that were not read yet are there, null included.
    package var presence: [Bool] {
      unsafe rest.map { unsafe $0.kind != MODEXPORT_JSON_ABSENT }
    }

    /// A whole number that is written as one, up to ±2^53; nil where it is absent or null.
    package mutating func number() throws(NotPlain) -> Int? {
      guard let cell = try unsafe next(MODEXPORT_JSON_NUMBER) else { return nil }
      guard unsafe cell.number.magnitude <= 1 << 53 else { throw NotPlain() }
      return unsafe Int(cell.number)
    }

    /// A whole number in a range; nil where it is absent or null.
    package mutating func number<Number: FixedWidthInteger>(
      as type: Number.Type
    ) throws(NotPlain) -> Number? {
      guard let number = try number() else { return nil }
      guard let exact = Number(exactly: number) else { throw NotPlain() }
      return exact
    }

    /// Nil where it is absent or null.
    package mutating func boolean() throws(NotPlain) -> Bool? {
      try unsafe next(MODEXPORT_JSON_BOOLEAN).map { unsafe $0.number == 1 }
    }

    /// Text of at most so many bytes; nil where it is absent or null.
    package mutating func text(most: Int) throws(NotPlain) -> String? {
      guard let cell = try unsafe next(MODEXPORT_JSON_TEXT) else { return nil }
      guard unsafe cell.number <= most else { throw NotPlain() }
      let bytes = unsafe UnsafeRawBufferPointer(start: cell.text, count: Int(cell.number))
      return unsafe String(decoding: bytes, as: UTF8.self).withoutNull
    }

    /// Whether the next value is an object; false where it is absent or null.
    package mutating func object() throws(NotPlain) -> Bool {
      try unsafe next(MODEXPORT_JSON_OBJECT) != nil
    }

    /// - Throws: ``NotPlain`` where there must be nothing, and there is something.
    package mutating func nothing() throws(NotPlain) {
      guard let cell = unsafe rest.popFirst(), unsafe cell.kind == MODEXPORT_JSON_ABSENT else {
        throw NotPlain()
      }
    }

    private mutating func next(
      _ kind: modexport_json_kind
    ) throws(NotPlain) -> modexport_json_cell? {
      guard let cell = unsafe rest.popFirst() else { throw NotPlain() }
      switch unsafe cell.kind {
      case MODEXPORT_JSON_ABSENT, MODEXPORT_JSON_NULL: return nil
      case kind: return unsafe cell
      default: throw NotPlain()
      }
    }
  }
}
