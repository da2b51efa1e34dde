/// A configured fault, written as `NAME[=PARAM[,PARAM…]][@SCOPE]`.
///
/// PARAM states when, how long or how much. `3`: the first three requests that match; for faults of
/// a roster, of each site. `10%`: each matching request with that chance; for faults that shift
/// pages, each site. `500ms`, `30s`: how long. Faults that need an amount, such as `quota=15`, use
/// the plain number as the amount.
///
/// SCOPE is a site (`@math`), a method (`@sites`, `@users/moderators`), a page (`@:2`), or a site or
/// method with a page (`@math:2`). Without it every request matches.
package struct SampleFault: Hashable, Sendable {
  package var kind: Kind
  package var extent: Extent
  /// How long, for kinds with a duration.
  package var duration: Duration
  /// How much, for kinds with an amount.
  package var amount: Int
  package var scope: Scope

  /// Which of the matching requests the fault applies to.
  package enum Extent: Hashable, Sendable {
    case all
    case first(Int)
    case chance(percent: Double)
  }

  /// Which requests match.
  package struct Scope: Hashable, Sendable {
    package var site: String?
    package var method: String?
    package var page: Int?

    package init(site: String? = nil, method: String? = nil, page: Int? = nil) {
      self.site = site
      self.method = method
      self.page = page
    }
  }

  /// Why a text is not a valid fault, in one sentence.
  package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }
}

extension SampleFault.Unreadable {
  /// - Parameter names: The faults of the network, besides the lies of every server.
  init(unknown name: Substring, among names: [String]) {
    let all = names + ServerLie.allCases.map(\.rawValue)
    description =
      "There is no fault `\(name)`; the faults are \(all.joined(separator: ", "))."
  }
}

extension SampleFault {
  /// Parses `NAME[=PARAM[,PARAM…]][@SCOPE]`.
  ///
  /// - Throws: `Unreadable`, whose description names the wrong part and the valid choices.
  package init(_ text: String) throws(Unreadable) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(sides[0])) else {
      throw Unreadable(unknown: sides[0], among: Kind.allCases.map(\.rawValue))
    }
    self.init(kind)
    if sides.count > 1 { try read(parameters: sides[1]) }
    if parts.count > 1 { scope = try Scope(parts[1]) }
    if kind.needsSite, scope.site == nil {
      throw Unreadable(
        description: "The fault `\(kind.rawValue)` needs a site, such as `\(kind.rawValue)@math`.")
    }
  }

  /// The fault with default parameters and without scope.
  package init(_ kind: Kind) {
    let entry = kind.entry
    self.kind = kind
    extent = entry.extent
    duration = entry.duration ?? .zero
    amount = entry.amount ?? 0
    scope = Scope()
  }

  /// The first page that the fault changes; nil where that may be any.
  var firstPage: Int? {
    if let page = scope.page { return page }
    switch kind {
    // What they change shows only where another page follows.
    case .totalChanges, .moreEarly: return 2
    default: return kind.entry.page
    }
  }

  private mutating func read(parameters: Substring) throws(Unreadable) {
    for parameter in parameters.split(separator: ",", omittingEmptySubsequences: false) {
      try read(parameter)
    }
  }

  private mutating func read(_ parameter: Substring) throws(Unreadable) {
    let entry = kind.entry
    if let chance = Self.percentage(parameter), entry.takesChance {
      extent = .chance(percent: chance)
    } else if let time = Self.time(parameter), entry.duration != nil {
      duration = time
    } else if let number = Int(parameter), number >= 0, entry.amount != nil || entry.takesCount {
      if entry.amount != nil { amount = number } else { extent = .first(number) }
    } else {
      throw Unreadable(
        description: "The fault `\(kind.rawValue)` takes no `\(parameter)`; it takes "
          + entry.parameters + ".")
    }
  }

  private static func percentage(_ text: Substring) -> Double? {
    guard text.last == "%", let number = Double(text.dropLast()) else { return nil }
    return (0...100).contains(number) ? number : nil
  }

  private static func time(_ text: Substring) -> Duration? {
    if text.hasSuffix("ms"), let number = Int(text.dropLast(2)), number >= 0 {
      return .milliseconds(number)
    }
    guard text.last == "s", let number = Int(text.dropLast()), number >= 0 else { return nil }
    return .seconds(number)
  }
}

extension SampleFault.Scope {
  /// Parses a scope without its `@`.
  fileprivate init(_ text: Substring) throws(SampleFault.Unreadable) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let target = String(parts[0])
    self.init()
    if parts.count > 1 {
      guard let number = Int(parts[1]), number > 0 else {
        throw SampleFault.Unreadable(
          description:
            "The page `\(parts[1])` of the scope `@\(text)` is not a number of 1 or more.")
      }
      page = number
    }
    guard !target.isEmpty || page != nil else {
      throw SampleFault.Unreadable(
        description: "The scope after `@` is empty; name a site, a method or a page such as `:2`.")
    }
    if Route.methods.contains(target) {
      method = target
    } else if !target.isEmpty {
      site = target
    }
  }
}
