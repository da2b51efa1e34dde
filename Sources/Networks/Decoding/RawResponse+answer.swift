package import Transport

/// Why a decoded answer cannot be used.
package struct UnusableAnswer: Error {
  /// A phrase that completes "the answer cannot be used: ".
  package var reason: String
  /// Whether the same request may get another answer.
  package var isTemporary: Bool

  package init(_ reason: String, isTemporary: Bool = false) {
    self.reason = reason
    self.isTemporary = isTemporary
  }
}

extension RawResponse {
  /// Decompresses and decodes the response once, and determines its outcome. Of the server of a site only a body with
  /// the type of JSON is decoded: it answers with its pages too, with any status.
  ///
  /// - Parameters:
  ///   - server: What answers, such as `the forum's API`, for messages.
  ///   - limit: The maximum number of bytes of the decompressed body.
  ///   - mostItems: The maximum number of rows in each of its lists.
  ///   - isOfAllSites: Whether it is the API of all sites: a redirect leads to no new one.
  ///   - reported: The outcome of a failure that the server itself reports, in the document or in
  ///     status and headers; nil where it reports none. The document is nil where there is none.
  ///   - payload: Makes the value of a good answer, or throws ``UnusableAnswer``.
  package func answer<Document: AnswerDocument, Payload>(
    of server: String, limit: Int, mostItems: Int, isOfAllSites: Bool = false,
    reported: (Document?) -> Outcome?, _ payload: (Document) throws -> Payload
  ) -> Answer<Payload> {
    guard isOfAllSites || mediaType == "application/json" else {
      // A body that is longer, or cannot be unpacked, is not empty.
      let isEmpty = (try? unpackedBody(limit: 4_096))?.isEmpty ?? false
      return Answer(reported(nil) ?? unexplained(server, isEmpty: isEmpty))
    }
    let read: JSONDocument<Document>
    do {
      read = try JSONDocument(self, limit: limit, mostItems: mostItems)
    } catch {
      return Answer(.temporary(error))
    }
    if let outcome = reported(try? read.value.get()) { return Answer(outcome) }
    let first = read.beginning.first { $0 > UInt8(ascii: " ") }
    let isJSON = !isOfAllSites || first == UInt8(ascii: "{")
    func failed(_ why: String? = nil) -> Answer<Payload> {
      Answer(
        unexplained(
          server, isEmpty: first == nil, why: isJSON ? why : nil))
    }
    guard status == 200 else { return failed() }
    do {
      return Answer(.good, payload: try payload(try read.value.get()))
    } catch let error as UnusableAnswer {
      let fault = Fault(.undecodable, "the answer cannot be used: \(error.reason)")
      return Answer(error.isTemporary ? .temporary(fault) : .permanent(fault))
    } catch {
      return failed(DecodingReason.text(of: error))
    }
  }

  /// The outcome where the server does not say what is wrong.
  ///
  /// | answer | outcome |
  /// | --- | --- |
  /// | 300 to 399 | permanent: redirected |
  /// | 410 | permanent: gone |
  /// | empty | temporary: cut short |
  /// | 200 as JSON | temporary: undecodable |
  /// | 200, 403 or 429, not JSON | temporary: not the API but a robot check |
  /// | anything else | temporary: not the API |
  ///
  /// - Parameter why: Why JSON is not what was asked for; nil where the body is not JSON, or the
  ///   status is not 200.
  private func unexplained(
    _ server: String, isEmpty: Bool, why: String? = nil
  ) -> Outcome {
    if (300..<400).contains(status) {
      return .permanent(.redirected(self))
    }
    if let gone { return gone }
    if isEmpty {
      return .temporary(
        Fault(.cutShort, "the answer is empty (HTTP \(status))", retryAfter: retryAfter))
    }
    if let why {
      return .temporary(Fault(.undecodable, "the answer cannot be read: \(why)"))
    }
    return .temporary(
      Fault(
        .notTheAPI, "something other than \(server) answers (HTTP \(status))",
        retryAfter: retryAfter, isRobotCheck: [200, 403, 429].contains(status)))
  }
}
