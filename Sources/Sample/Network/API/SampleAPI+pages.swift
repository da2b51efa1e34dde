import Roster

/// The contents of one page.
struct AnswerPage {
  var envelope: SampleEnvelope
  var style: WireStyle
  /// The items as JSON, separated by commas.
  var items: [UInt8]
}

extension SampleAPI {
  /// The page that a request asks for, with the faults that affect its items and its envelope.
  func page(
    for call: Call, isKeyed: Bool, _ turn: APIState.Turn
  ) throws(APIError) -> AnswerPage {
    let style = try style(for: call, turn.hits)
    if !call.takesSite, call.site != nil {
      throw .badParameter("This method does not accept a 'site' parameter")
    }
    let query = try ListQuery(
      call.parameters, isKeyed: isKeyed, maxPageSize: call.route == .sites ? nil : 100)
    let envelope = SampleEnvelope(
      page: query.page, pageSize: query.pageSize, type: call.itemType, quota: turn.quota)
    switch call.route {
    case .sites: return sitesPage(query, envelope, style, turn.hits)
    case .moderators, .electedModerators, .users:
      return try rosterPage(call, query, envelope, style, turn)
    case .createFilter: return try createdFilter(call, envelope, style)
    case .filters(let ids): return filters(ids, envelope, style)
    case .error(let id): throw .simulated(Int(id)) ?? .badParameter("id")
    }
  }

  private func style(for call: Call, _ hits: Hits) throws(APIError) -> WireStyle {
    guard let filter = WireFilter(id: call.parameters["filter"] ?? "default") else {
      throw .badParameter("filter")
    }
    var style = WireStyle(filter)
    if hits.contains(.doubleEscape), !filter.isUnsafe { style.escapes = 2 }
    style.isDecomposed = hits.contains(.decomposed)
    style.profileLength = configuration.profileLength
    style.writesNulls = hits.contains(.nullFields)
    style.writesUnknowns = hits.contains(.unknownValues)
    return style
  }
}

extension Call {
  fileprivate var takesSite: Bool {
    switch route {
    case .moderators, .electedModerators, .users: true
    case .sites, .createFilter, .filters, .error: false
    }
  }

  fileprivate var itemType: String {
    switch route {
    case .moderators, .electedModerators, .users: "user"
    case .sites: "site"
    case .createFilter, .filters: "filter"
    case .error: "error"
    }
  }
}

/// `/sites`.
extension SampleAPI {
  private func sitesPage(
    _ query: ListQuery, _ envelope: SampleEnvelope, _ style: WireStyle, _ hits: Hits
  ) -> AnswerPage {
    var sites = network.sites
    for fault in hits.faults where fault.kind == .siteVanishes {
      sites.removeAll { $0.site.id == fault.scope.site }
    }
    if let cut = hits[.sitesCut] { sites = Array(sites.prefix(cut.amount)) }
    var envelope = envelope
    envelope.total = sites.count
    if let short = hits[.sitesShort] { sites.removeLast(min(sites.count, short.amount)) }
    let range = query.range(in: sites.count)
    envelope.hasMore = range.upperBound < sites.count
    var writer = WireWriter()
    for site in sites[range] {
      site.write(style, relatives: relatives(of: site), to: &writer)
    }
    return AnswerPage(envelope: envelope, style: style, items: writer.bytes)
  }

  private func relatives(of site: SampleSite) -> [SampleSite.Relative] {
    if let parent = site.parent {
      return network.site(parent).map { [.init(relation: "parent", site: $0.site)] } ?? []
    }
    return network.meta(of: site.site.id).map { [.init(relation: "meta", site: $0.site)] } ?? []
  }
}

/// `/filters/create` and `/filters/{ids}`.
extension SampleAPI {
  private func createdFilter(
    _ call: Call, _ envelope: SampleEnvelope, _ style: WireStyle
  ) throws(APIError) -> AnswerPage {
    let parameters = call.parameters
    let made = WireFilter.make(
      include: parameters["include"] ?? "", exclude: parameters["exclude"] ?? "",
      base: parameters["base"], isUnsafe: parameters["unsafe"]?.lowercased() == "true")
    guard let made else { throw .badParameter("base") }
    return filterPage([(made.id, made)], envelope, style)
  }

  private func filters(_ ids: String, _ envelope: SampleEnvelope, _ style: WireStyle) -> AnswerPage
  {
    let known = ids.split(separator: ";").prefix(20).map { id in
      (String(id), WireFilter(id: String(id)))
    }
    return filterPage(known, envelope, style)
  }

  private func filterPage(
    _ filters: [(id: String, filter: WireFilter?)], _ envelope: SampleEnvelope, _ style: WireStyle
  ) -> AnswerPage {
    let object = WireObject(style)
    var writer = WireWriter()
    for (id, filter) in filters {
      let type = filter.map { $0.isUnsafe ? "unsafe" : "safe" } ?? "invalid"
      writer.object { writer in
        object.write(.filter, id, to: &writer)
        object.write(.filterType, type, to: &writer)
        object.write(.includedFields, filter?.includedFields ?? [], to: &writer) { writer, names in
          writer.array { writer in
            for name in names { writer.value(name) }
          }
        }
      }
    }
    var envelope = envelope
    envelope.total = filters.count
    return AnswerPage(envelope: envelope, style: style, items: writer.bytes)
  }
}
