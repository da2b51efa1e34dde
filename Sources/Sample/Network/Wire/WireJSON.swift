/// A JSON value, for formats whose answers are small.
enum WireJSON: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  case text(String)
  case number(Int)
  /// A number with three decimals.
  case thousandths(Int)
  case flag(Bool)
  case null
  case list([WireJSON])
  case members([(name: String, value: WireJSON)])

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }

  /// An object; members that are nil are left out.
  static func object(_ members: KeyValuePairs<String, WireJSON?>) -> WireJSON {
    .members(members.compactMap { name, value in value.map { (name, $0) } })
  }

  static func texts(_ texts: some Sequence<String>) -> WireJSON {
    .list(texts.map { .text($0) })
  }

  var bytes: [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.bytes
  }

  private func write(to writer: inout WireWriter) {
    switch self {
    case .text(let text): writer.value(text)
    case .number(let number): writer.value(number)
    case .thousandths(let number):
      let digits = String(1_000 + abs(number) % 1_000).dropFirst()
      writer.raw(Array("\(number < 0 ? "-" : "")\(abs(number) / 1_000).\(digits)".utf8))
    case .flag(let flag): writer.value(flag)
    case .null: writer.null()
    case .list(let values):
      writer.array { writer in
        for value in values { value.write(to: &writer) }
      }
    case .members(let members):
      writer.object { writer in
        for (name, value) in members {
          writer.key(name)
          value.write(to: &writer)
        }
      }
    }
  }
}
