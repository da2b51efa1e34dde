import FoundationEssentials
import Networks
import Roster

/// `list=logevents`.
struct LogObject: Decodable {
  /// Nil on a page without rows although the list goes on.
  var query: Query?

  struct Query: Decodable {
    var logevents: BoundedItems<LogRow>
  }

  /// - Throws: `UnusableAnswer` where a row is of another log, or not in the order asked for.
  func page(
    of log: WikiLog, order: LogOrder, next: Continuation?
  ) throws(UnusableAnswer) -> Page<LogEntry> {
    let rows = try rowsOrEnd(query?.logevents.items, next)
    guard rows.allSatisfy({ $0.type == log.rawValue || $0.type == nil }) else {
      throw UnusableAnswer("a row is not of the log \(log.rawValue)")
    }
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { one, other in
      let isLater = (one.time, one.id) < (other.time, other.id)
      return (one.time, one.id) != (other.time, other.id) && isLater == (order == .oldestFirst)
    }
    guard isSorted else { throw UnusableAnswer("its rows are not in the order asked for") }
    return Page(
      items: rows.filter(\.isOfGroups).map { $0.entry(of: log) }, next: next?.position)
  }
}

/// One row of a log. Rows may hide whom they concern.
struct LogRow: Decodable {
  var id: Int
  var time: Date
  var type: String?
  var action: String?
  var title: String?
  var params: Params?

  init(id: Int, time: Date, action: String?, title: String?, _ params: Params?) {
    (self.id, self.time, self.action, self.title, self.params) = (id, time, action, title, params)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    guard let id = container.lenientInt("logid"), let time = container.lenientInstant("timestamp")
    else {
      throw OutOfBounds(container.codingPath, "has no id or no time")
    }
    (self.id, self.time) = (id, time)
    type = try container.lenientString("type", most: Bounds.word)
    action = try container.lenientString("action", most: Bounds.word)
    title = try container.lenientString("title", most: Bounds.name)
    // Very old rows have none, or a list of texts.
    params = try? container.decodeIfPresent(Params.self, forKey: "params")
  }

  struct Params: Decodable {
    var before: [RightsChange.Membership]?
    var after: [RightsChange.Membership]?
    var oldUser: String?
    var newUser: String?

    init(
      before: [RightsChange.Membership]? = nil, after: [RightsChange.Membership]? = nil,
      oldUser: String? = nil, newUser: String? = nil
    ) {
      (self.before, self.after, self.oldUser, self.newUser) = (before, after, oldUser, newUser)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      before = container.memberships("oldgroups", "oldmetadata")
      after = container.memberships("newgroups", "newmetadata")
      oldUser = try container.lenientString("olduser", most: Bounds.name)
      newUser = try container.lenientString("newuser", most: Bounds.name)
    }
  }
}

extension KeyedDecodingContainer<NamedKey> {
  /// The groups of a row, with the ends of their memberships where the row has them.
  fileprivate func memberships(_ groups: Key, _ metadata: Key) -> [RightsChange.Membership]? {
    guard let names = try? texts(groups) else { return nil }
    let details = (try? decode([Detail].self, forKey: metadata)) ?? []
    return names.map { name in
      let detail = details.first { $0.group == name }
      return RightsChange.Membership(
        Role(rawValue: name), expiry: detail?.expiry, tellsExpiry: detail != nil)
    }
  }
}

private struct Detail: Decodable {
  var group: String
  /// Nil for `infinity`.
  var expiry: Date?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    group = try container.string("group", most: Bounds.word)
    expiry = container.lenientInstant("expiry")
  }
}

extension LogRow {
  /// Whether the row can be about a change of groups. Filters against abuse record in the log of rights, too,
  /// whom they keep from being promoted.
  var isOfGroups: Bool {
    !["blockautopromote", "restoreautopromote"].contains(action)
  }

  func entry(of log: WikiLog) -> LogEntry {
    LogEntry(id: id, time: time, log == .rights ? .rights(rightsChange) : .rename(rename))
  }

  private var rename: UserRename {
    UserRename(oldName: params?.oldUser ?? title.flatMap(Self.name), newName: params?.newUser)
  }

  /// The user of a page title such as `User:Name@enwiki`; the namespace is in the wiki's language.
  private var rightsChange: RightsChange {
    var name = title.flatMap(Self.name)
    var wiki: SiteID?
    if let match = name?.wholeMatch(of: /(.+)@([a-z0-9_]+)/) {
      (name, wiki) = (String(match.1), SiteID(match.2))
    }
    return RightsChange(name: name, site: wiki, before: params?.before, after: params?.after)
  }

  private static func name(of title: String) -> String? {
    guard let colon = title.firstIndex(of: ":") else { return nil }
    return String(title[title.index(after: colon)...]).unlessEmpty
  }
}
