import Foundation

/// Labels of host names in ASCII (RFC 3492).
enum Punycode {
  /// The form `xn--…` of a label; in full-width letters it may be one in ASCII. Nil where it cannot be a
  /// part of a host.
  static func label(_ text: Substring) -> String? {
    let text = String(text).precomposedStringWithCompatibilityMapping.lowercased()
    let scalars = text.unicodeScalars
    if scalars.allSatisfy(\.isASCII) { return text }
    // Other kinds of dots, invisible characters and the like are no letters of a host.
    let isOfHost = scalars.allSatisfy { scalar in
      scalar.isASCII || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
        || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
    guard isOfHost, let code = encoded(scalars.map(\.value)) else { return nil }
    return "xn--\(code)"
  }

  private static let base = 36

  private static func encoded(_ input: [UInt32]) -> String? {
    let basic = input.filter { $0 < 0x80 }
    var output = String(decoding: basic.map { UInt8($0) }, as: UTF8.self)
    if !basic.isEmpty { output += "-" }
    var (next, delta, bias, handled) = (UInt32(0x80), 0, 72, basic.count)
    // A label of more than 63 letters is refused anyway.
    guard input.count <= 63 else { return nil }
    while handled < input.count {
      guard let least = input.filter({ $0 >= next }).min() else { return nil }
      delta += Int(least - next) * (handled + 1)
      next = least
      for value in input {
        if value < next { delta += 1 }
        guard value == next else { continue }
        output += digits(of: delta, bias: bias)
        bias = adapted(delta, points: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output
  }

  /// A number in digits whose range changes with their place.
  private static func digits(of number: Int, bias: Int) -> String {
    var (rest, place, text) = (number, base, "")
    while true {
      let least = min(max(place - bias, 1), 26)
      if rest < least { return text + digit(rest) }
      text += digit(least + (rest - least) % (base - least))
      rest = (rest - least) / (base - least)
      place += base
    }
  }

  private static func digit(_ value: Int) -> String {
    String(UnicodeScalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)))
  }

  private static func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
    var (delta, count) = (isFirst ? delta / 700 : delta / 2, 0)
    delta += delta / points
    while delta > 455 {
      delta /= 35
      count += base
    }
    return count + 36 * delta / (delta + 38)
  }
}
