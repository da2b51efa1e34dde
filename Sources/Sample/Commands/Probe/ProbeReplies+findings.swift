import FoundationEssentials
import StackExchange
import Transport

/// The assumptions, each a pure function of the replies.
extension ProbeReplies {
  /// One finding for each assumption, in the order in which they are shown.
  var findings: [ProbeFinding] {
    [
      keyIsHonoured, filterIsUnsafe, wrapperIsWhole, totalOfSitesHolds, pagePastTheEndIsEmpty,
      pageSizeIsBounded, ordersAgree, tiesKeepTheirOrder, communityIsListed, unknownSiteIsRefused,
      errorsHaveTheirForm, clocksAgree, noEndIsAnnounced,
    ]
  }

  /// A finding about one reply; `judge` evaluates the answer, where there is one.
  private func finding(
    _ name: String, _ assumption: String, expected: String, _ question: ProbeQuestion,
    _ judge: (ProbedAnswer) -> (seen: String, ProbeFinding.Result)
  ) -> ProbeFinding {
    guard let reply = replies[question] else {
      return ProbeFinding(name, assumption, expected: expected, seen: Self.unasked, .notAsked)
    }
    guard let answer = reply.answer else {
      let seen = "no answer: \(reply.failure ?? "no reason reported")"
      return ProbeFinding(name, assumption, expected: expected, seen: seen, .unanswered)
    }
    let (seen, result) = judge(answer)
    return ProbeFinding(name, assumption, expected: expected, seen: seen, result)
  }

  /// What was seen of a question that was not asked.
  private static let unasked = "not asked: stopped before"

  // MARK: - Key, filter, wrapper

  private var keyIsHonoured: ProbeFinding {
    guard keyOrigin == nil || hasAnswer else {
      return ProbeFinding(
        "key_honoured", "the key is honoured",
        expected: "quota_max over \(APIEndpoint.keylessQuota)", seen: "no answer", .unanswered)
    }
    let quota = replies.values.compactMap { $0.answer?.quotaMax }.max()
    let seen = quota.map { "quota_max \($0)" } ?? "no quota_max"
    let isHonoured = quota.map { $0 > APIEndpoint.keylessQuota } ?? false
    return ProbeFinding(
      "key_honoured", "the key is honoured",
      expected: "quota_max over \(APIEndpoint.keylessQuota)",
      seen: keyOrigin == nil ? "no key was sent; \(seen)" : seen,
      keyOrigin == nil ? .notAsked : isHonoured ? .holds : .differs)
  }

  private var filterIsUnsafe: ProbeFinding {
    finding(
      "unsafe_filter", "an unsafe filter with all needed fields can be created",
      expected: "unsafe, all \(Filter.includedFields.count) fields", .filter
    ) { answer in
      guard let made = answer.items.first, let type = made.filterType else {
        return (answer.summary, .differs)
      }
      let missing = Set(Filter.includedFields).subtracting(made.includedFields ?? [])
      guard missing.isEmpty else {
        return ("\(type), without \(missing.sorted().joined(separator: " "))", .differs)
      }
      return (
        "\(type), all \(Filter.includedFields.count) fields", type == "unsafe" ? .holds : .differs
      )
    }
  }

  private var wrapperIsWhole: ProbeFinding {
    let needed = ["items", "has_more", "total", "quota_max", "quota_remaining"]
    return finding(
      "wrapper", "responses have the fields that prove completeness",
      expected: needed.joined(separator: " "), .wrapper
    ) { answer in
      let missing = needed.filter { !answer.fields.contains($0) }
      if answer.errorName != nil { return (answer.summary, .differs) }
      return missing.isEmpty
        ? ("all of them", .holds) : ("without \(missing.joined(separator: " "))", .differs)
    }
  }

  private var totalOfSitesHolds: ProbeFinding {
    finding(
      "sites_total", "the list of sites is one page with as many items as its total",
      expected: "as many items as total", .sites
    ) { answer in
      guard let total = answer.total, let hasMore = answer.hasMore else {
        return (answer.summary, .differs)
      }
      let more = hasMore ? ", has_more" : ""
      return (
        "\(answer.items.count) items, total \(total)\(more)",
        answer.items.count == total && !hasMore ? .holds : .differs
      )
    }
  }

  // MARK: - Pages and orders

  private var pagePastTheEndIsEmpty: ProbeFinding {
    finding(
      "page_past_the_end", "a page past the end is empty and the last",
      expected: "HTTP 200, 0 items, has_more false", .pastTheEnd
    ) { answer in
      let holds = answer.errorName == nil && answer.items.isEmpty && answer.hasMore == false
      return (answer.summary, holds ? .holds : .differs)
    }
  }

  private var pageSizeIsBounded: ProbeFinding {
    finding(
      "page_size", "no page has more than 100 rows", expected: "HTTP 400 bad_parameter",
      .tooManyRows
    ) { answer in
      guard answer.isBadParameter else { return (answer.summary, .differs) }
      // Another parameter may be the bad one, such as a site that this API does not have.
      let isOfSize = answer.errorMessage?.contains("pagesize") ?? true
      return (answer.summary, isOfSize ? .holds : .unanswered)
    }
  }

  private var ordersAgree: ProbeFinding {
    finding(
      "orders", "both orders give the same ids, one the reverse of the other",
      expected: "the same ids, reversed but for ties", .descending
    ) { answer in
      guard let up = roster(.ascending), let down = roster(.descending) else {
        return ("no complete roster on one page: \(answer.summary)", .unanswered)
      }
      guard Set(up.map(\.userID)) == Set(down.map(\.userID)), up.count == down.count else {
        return ("\(up.count) and \(down.count) rows, other ids", .differs)
      }
      let isReversed = up.map(\.creationDate) == down.reversed().map(\.creationDate)
      let isSorted = up.map { $0.creationDate ?? 0 } == up.map { $0.creationDate ?? 0 }.sorted()
      return isReversed && isSorted
        ? ("\(up.count) ids, reversed", .holds) : ("\(up.count) ids in another order", .differs)
    }
  }

  private var tiesKeepTheirOrder: ProbeFinding {
    let (name, assumption) = ("ties", "users created in the same second keep their order")
    let expected = "the same order twice"
    if stopped != nil, replies[.ascending] == nil {
      return ProbeFinding(name, assumption, expected: expected, seen: Self.unasked, .notAsked)
    }
    guard let first = ties(.ascending) else {
      return ProbeFinding(
        name, assumption, expected: expected, seen: "no complete roster on one page", .unanswered)
    }
    guard !first.isEmpty else {
      return ProbeFinding(
        name, assumption, expected: expected, seen: "no two users created in the same second",
        .notAsked)
    }
    return finding(name, assumption, expected: expected, .ascendingAgain) { answer in
      guard let again = ties(.ascendingAgain) else { return (answer.summary, .unanswered) }
      return again == first
        ? ("\(first.count) in the same order", .holds) : ("another order", .differs)
    }
  }

  private var communityIsListed: ProbeFinding {
    finding(
      "community", "the Community user is on every roster", expected: "id -1", .ascending
    ) { answer in
      guard let ids = roster(.ascending)?.map(\.userID) else {
        return (answer.summary, .unanswered)
      }
      return ids.contains(-1) ? ("id -1", .holds) : ("\(ids.count) ids without -1", .differs)
    }
  }

  // MARK: - Errors, clocks, announcements

  private var unknownSiteIsRefused: ProbeFinding {
    finding(
      "unknown_site", "an unknown site is a bad parameter", expected: "HTTP 400 bad_parameter",
      .unknownSite
    ) { ($0.summary, $0.isBadParameter ? .holds : .differs) }
  }

  private var errorsHaveTheirForm: ProbeFinding {
    finding(
      "error_form", "errors have error_name in the body",
      expected: "HTTP 400 or 502 throttle_violation", .error
    ) { answer in
      let holds = [400, 502].contains(answer.status) && answer.errorName == "throttle_violation"
      return (answer.summary, holds ? .holds : .differs)
    }
  }

  private var clocksAgree: ProbeFinding {
    let minutes = Int(AnswerHead.mostSkew / 60)
    let skews = replies.values.compactMap { reply in
      reply.head?.serverDate.map { date in
        max(0, reply.sent.timeIntervalSince(date), date.timeIntervalSince(reply.received))
      }
    }
    let result: ProbeFinding.Result =
      !hasAnswer ? .unanswered : skews.contains { $0 > AnswerHead.mostSkew } ? .differs : .holds
    let seen =
      skews.max().map { "\(Int($0.rounded())) s apart" }
      ?? (hasAnswer ? "no Date header" : "no usable answer")
    return ProbeFinding(
      "clocks", "the API's clock and this machine's agree", expected: "within \(minutes) minutes",
      seen: seen,
      hasAnswer && skews.isEmpty ? .differs : result)
  }

  private var noEndIsAnnounced: ProbeFinding {
    let heads = replies.values.compactMap(\.head)
    let seen = [
      heads.compactMap(\.deprecation).min().map { "Deprecation: \($0)" },
      heads.compactMap(\.sunset).min().map { "Sunset: \($0)" },
    ].compactMap { $0 }
    return ProbeFinding(
      "no_end", "no end of the API is announced", expected: "no Deprecation, no Sunset header",
      seen: seen.isEmpty ? "neither" : seen.joined(separator: ", "),
      heads.isEmpty ? .unanswered : seen.isEmpty ? .holds : .differs)
  }
}

extension ProbedAnswer {
  /// A short description of the answer.
  fileprivate var summary: String {
    guard let errorName else {
      let more = hasMore.map { ", has_more \($0)" } ?? ""
      return "HTTP \(status), \(items.count) items\(more)"
    }
    let message = errorMessage.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
    return "HTTP \(status) \(errorName)\(message)"
  }

  fileprivate var isBadParameter: Bool { status == 400 && errorName == "bad_parameter" }
}
