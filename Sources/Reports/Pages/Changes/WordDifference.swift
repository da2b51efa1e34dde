/// What differs between two texts, word by word: for people, so that long parts that stayed and long parts
/// that are new are shortened.
enum WordDifference {
  enum Kind: Hashable {
    case kept, gone, new
  }

  struct Piece: Hashable {
    var kind: Kind
    var text: String
  }

  /// Texts with more words are compared only from both ends.
  private static let mostWords = 400
  /// The words that are shown on each side of what differs.
  private static let context = 5
  /// The words and characters that are shown of what is new or gone.
  private static let mostShown = 60
  private static let mostCharacters = 400

  /// The pieces in the order in which they are read; those that are gone come before those that are there
  /// instead.
  static func pieces(_ before: String, _ after: String) -> [Piece] {
    let (old, new) = (words(of: before), words(of: after))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = min(
      zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count,
      min(old.count, new.count) - start)
    var runs: [(kind: Kind, words: [Substring])] = []
    func add(_ kind: Kind, _ words: some Sequence<Substring>) {
      let words = Array(words)
      guard !words.isEmpty else { return }
      if runs.last?.kind == kind {
        runs[runs.count - 1].words += words
      } else {
        runs.append((kind, words))
      }
    }
    add(.kept, old[..<start])
    let oldMiddle = Array(old[start..<(old.count - end)])
    let newMiddle = Array(new[start..<(new.count - end)])
    for (kind, words) in middle(oldMiddle, newMiddle) { add(kind, words) }
    add(.kept, old[(old.count - end)...])
    return runs.enumerated().map { index, run in
      let text =
        run.kind == .kept
        ? shortened(run.words, isFirst: index == 0, isLast: index == runs.count - 1)
        : cut(run.words)
      return Piece(kind: run.kind, text: text)
    }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { $0.isWhitespace }
  }

  /// What lies between the words that both begin and both end with.
  private static func middle(
    _ old: [Substring], _ new: [Substring]
  ) -> [(Kind, [Substring])] {
    let whole = [(Kind.gone, old), (Kind.new, new)]
    guard !old.isEmpty, !new.isEmpty, old.count + new.count <= mostWords else { return whole }
    let difference = new.difference(from: old)
    // Texts that share but a few words are easier to read one after the other.
    let kept = old.count - difference.removals.count
    guard kept * 3 >= min(old.count, new.count) else { return whole }
    let gone = Set(difference.removals.map(place))
    let added = Set(difference.insertions.map(place))
    var result: [(Kind, [Substring])] = []
    var (here, other) = (0, 0)
    while here < old.count || other < new.count {
      let from = here
      while here < old.count, gone.contains(here) { here += 1 }
      let otherFrom = other
      while other < new.count, added.contains(other) { other += 1 }
      result += [(.gone, Array(old[from..<here])), (.new, Array(new[otherFrom..<other]))]
      let same = here
      while here < old.count, other < new.count, !gone.contains(here), !added.contains(other) {
        (here, other) = (here + 1, other + 1)
      }
      result.append((.kept, Array(old[same..<here])))
    }
    return result
  }

  private static func place(_ change: CollectionDifference<Substring>.Change) -> Int {
    switch change {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }

  /// What stayed, only as far as it helps to find the place.
  private static func shortened(_ words: [Substring], isFirst: Bool, isLast: Bool) -> String {
    let (before, after) = (isFirst ? 0 : context, isLast ? 0 : context)
    guard words.count > before + after + 2 else { return cut(words) }
    return [
      before > 0 ? cut(words.prefix(before)) : nil, "…",
      after > 0 ? cut(words.suffix(after)) : nil,
    ].compactMap(\.self).joined(separator: " ")
  }

  private static func cut(_ words: some Collection<Substring>) -> String {
    let text = words.prefix(mostShown).joined(separator: " ")
    let short = text.prefix(mostCharacters)
    return words.count > mostShown || short.count < text.count ? short + " …" : text
  }
}
