package import FoundationEssentials

extension TenureBounds {
  /// When it began, as people write it: `between 25 Oct and 24 Nov 2026`, `4 Dec 2024 or earlier`, or a moment that a
  /// log tells.
  package var from: String { Self.words(beganAfter, beganBefore) }

  /// When it ended, in the same way; `24 Nov 2026 or later` where nothing says that it did.
  package var until: String { Self.words(endedAfter, endedBefore) }

  /// Such as `joined between 25 Oct and 24 Nov 2026` or `there on 4 Dec 2024 or earlier`.
  package var beginning: String {
    beganAfter == nil
      ? "there on \(from)" : "joined \(beganAfter == beganBefore ? "on " : "")\(from)"
  }

  /// Such as `left between 25 Oct and 24 Nov 2026` or `still there on 24 Nov 2026`.
  package var end: String {
    guard let endedBefore else {
      // One reading whose date was corrected tells both, and not when.
      return endedAfter < beganBefore && endedAfter.dayWords != beganBefore.dayWords
        ? "still there then" : "still there on \(endedAfter.dayWords)"
    }
    return "left \(endedAfter == endedBefore ? "on " : "")\(until)"
  }

  /// Who says so, such as `the rights log`, or an address.
  package var by: String { sourceURL ?? source.words }

  /// The same after what it says, such as ` (by the rights log)`; nothing where readings say so.
  package var remark: String { source == .reading ? "" : " (by \(by))" }

  /// When something happened, of which the time is open on the side of a missing date.
  package static func words(_ first: Date?, _ last: Date?) -> String {
    switch (first, last) {
    case (nil, nil): "at an unknown time"
    case (nil, let last?): "\(last.dayWords) or earlier"
    case (let first?, nil): "\(first.dayWords) or later"
    case (let first?, let last?):
      first == last
        ? DayWords.moment(first.rfc3339) : DayWords.between(first.rfc3339, last.rfc3339)
    }
  }
}

extension TimeSpan {
  /// Such as `in 2019` or `on 30 Jun 2019`.
  package var phrase: String { (words.contains { $0 == " " } && isDay ? "on " : "in ") + words }

  /// Whether it is one day.
  package var isDay: Bool { end.timeIntervalSince(beginning) <= 86_400 }
}

extension TenureBounds.Source {
  /// Who says so.
  package var words: String {
    switch self {
    case .reading: "readings"
    case .log: "the rights log"
    case .dump: "a dump of the rights log"
    case .badge: "a badge"
    case .claim: "a claim"
    }
  }
}
