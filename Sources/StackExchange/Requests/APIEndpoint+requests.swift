import Networks
package import Roster
package import Transport

/// The order of a roster. Creation dates do not change during a walk, unlike reputation.
package enum RosterOrder: String, Hashable, Sendable {
  case ascending = "asc"
  case descending = "desc"
}

extension APIEndpoint {
  /// The maximum number of rows on one page, for all methods but `/sites`.
  package static let pageSize = 100

  /// One page of `/sites`, the only method without a maximum page size.
  ///
  /// - Parameter pageSize: Rows per page; nil for the maximum that this program accepts.
  package func sites(
    page: Int = 1, pageSize: Int? = nil, filter: Filter
  ) -> Request<Page<Site>> {
    let most = pageSize ?? Bounds.sites
    let query = [("page", "\(page)"), ("pagesize", "\(most)")] + Self.query(filter)
    let text = TextForm(of: filter)
    return request("sites", query) { response in
      response.answer(itemsOf: SiteObject.self, most: most, isKeyed: key != nil) {
        envelope, items in
        envelope.page(page, of: items.map { $0.site(text) })
      }
    }
  }

  /// One page of `/users/moderators`, or of `/users/moderators/elected`.
  ///
  /// - Parameters:
  ///   - pageSize: 1 to ``pageSize``.
  ///   - idsOnly: Whether to decode only the ids of the items, which takes a fifth of the time: a second reading
  ///     and a list of the elected need no more.
  package func moderators(
    of site: SiteID, page: Int, pageSize: Int = Self.pageSize, order: RosterOrder, filter: Filter,
    electedOnly: Bool = false, idsOnly: Bool = false
  ) -> Request<Page<Moderator>> {
    let query =
      [
        ("site", site), ("page", "\(page)"), ("pagesize", "\(pageSize)"),
        ("order", order.rawValue), ("sort", "creation"),
      ] + Self.query(filter)
    let text = TextForm(of: filter)
    let method = electedOnly ? "users/moderators/elected" : "users/moderators"
    var request = request(method, query) { response in
      idsOnly
        ? rosterPage(page, of: UserIDObject.self, in: response, pageSize) { $0.moderator }
        : rosterPage(page, of: UserObject.self, in: response, pageSize) { $0.moderator(text) }
    }
    request.subject = site
    return request
  }

  /// Decodes a page of a roster. Converting profiles takes most of the time: it stops after a cancellation.
  private func rosterPage<Item: Decodable>(
    _ page: Int, of type: Item.Type, in response: RawResponse, _ most: Int,
    _ row: (Item) -> Moderator
  ) -> Answer<Page<Moderator>> {
    response.answer(itemsOf: type, most: most, isKeyed: key != nil) { envelope, items in
      var moderators: [Moderator] = []
      for item in items {
        if AnswerReading.isAbandoned() { return nil }
        moderators.append(row(item))
      }
      return envelope.page(page, of: moderators)
    }
  }

  /// Creates the unsafe filter of an archive; the payload is its id. The API stores it permanently,
  /// and returns the same id for the same fields. If the API returns a safe filter, the payload is
  /// the id of the well-known safe one.
  package func makeFilter() -> Request<String> {
    let query = [
      ("base", "none"), ("include", Filter.includedFields.joined(separator: ";")),
      ("unsafe", "true"),
    ]
    // A refusal applies to this method only: a well-known safe filter is used instead.
    return request("filters/create", query) { response in
      response.answer(itemsOf: FilterObject.self, most: 1, isKeyed: key != nil) { _, items in
        items.first.flatMap { made in
          ["safe", "unsafe"].contains(made.filterType) && made.filter.utf8.count <= Bounds.word
            ? (made.filterType == "safe" ? Filter.wellKnownSafe.id : made.filter) : nil
        }
      }.deniedHereOnly
    }
  }

  /// A request to this endpoint, with the key where there is one. The key is removed from answers.
  package func request<Payload>(
    _ method: String, _ query: [(String, String)],
    read: @escaping @Sendable (RawResponse) -> Answer<Payload>
  ) -> Request<Payload> {
    let label = label(method, query)
    return Request(
      label: label, url: url(label), method: method, throttleKey: throttleKey, headers: headers
    ) { response in
      key?.hidden(in: read(response), head: response.head) ?? read(response)
    }
  }

  private static func query(_ filter: Filter) -> [(String, String)] { [("filter", filter.id)] }
}

extension Answer {
  /// The answer with denied access, or an error about the new filter, as a refusal of this request
  /// and not of the whole run.
  fileprivate var deniedHereOnly: Answer {
    guard case .permanent(var fault) = outcome,
      fault.kind == .accessDenied || fault.kind == .filterRefused
    else { return self }
    fault.kind = .refused
    var answer = self
    answer.outcome = .permanent(fault)
    return answer
  }
}

/// The `filter` type of the API.
private struct FilterObject: Decodable {
  var filter: String
  var filterType: String

  enum CodingKeys: String, CodingKey {
    case filter
    case filterType = "filter_type"
  }
}
