import FoundationEssentials
import Roster

/// The lists other than those of users: the logs and the site matrix.
extension SampleWikis {
  /// `list=logevents` for rights and renames: the history of the wiki's users in groups, after one row of
  /// 2004 without details and two of the kinds that readers must survive. Some rows about other wikis are
  /// in the log of the first one.
  func logEvents(_ call: inout Call) throws(WikiError) -> WikiPage {
    let limit = try call.limit("lelimit", most: 500)
    guard let type = call.parameters["letype"], ["rights", "renameuser"].contains(type) else {
      throw .badValue("letype", call.parameters["letype"] ?? "")
    }
    var rows = logRows(of: call.wiki).filter { $0.type == type }
    let isNewer = call.parameters["ledir"] == "newer"
    if !isNewer { rows.reverse() }
    if let start = call.parameters["lestart"] {
      guard let time = Date(dayOrInstant: start)?.unixSeconds else {
        throw .badValue("lestart", start)
      }
      rows = rows.filter { isNewer ? $0.time >= time : $0.time <= time }
    }
    if let token = call.parameters["lecontinue"] {
      guard let place = rows.firstIndex(where: { $0.token == token }) else {
        throw .badContinue(token)
      }
      rows = Array(rows[place...])
    }
    return WikiPage(
      rows: rows.prefix(limit).map { $0.json(call.style) },
      next: rows.dropFirst(limit).first.map { ("lecontinue", $0.token) })
  }

  private func logRows(of wiki: SampleWiki) -> [LogRow] {
    let central =
      wiki.index == 0 ? wikis.flatMap { history(of: $0).rows.filter(\.isCentral) } : []
    let rows = (history(of: wiki).rows.filter { !$0.isCentral } + central)
      .sorted { $0.time < $1.time }
    return [
      LogRow(id: 1, time: 1_103_900_000, type: "rights", title: "User:Somebody", params: nil),
      LogRow(id: 2, time: 1_103_900_001, type: "rights", title: nil, params: nil),
      LogRow(
        id: 3, time: 1_103_900_001, type: "rights", title: "User:Somebody@metawiki",
        params: LogRow.rights([], [WikiHistory.Membership(group: "sysop")])),
    ]
      + rows.enumerated().map { index, row in
        switch row.event {
        case .rights(let name, let before, let after):
          LogRow(
            id: index + 4, time: row.time, type: "rights", title: "User:\(name)",
            params: LogRow.rights(before, after))
        case .rename(let old, let new):
          LogRow(
            id: index + 4, time: row.time, type: "renameuser", title: "User:\(old)",
            params: .object(["olduser": .text(old), "newuser": .text(new), "edits": 7]))
        }
      }
  }

  /// `action=sitematrix`: languages, then special wikis. It goes on under the older name.
  func siteMatrix(_ call: inout Call) throws(WikiError) -> [(name: String, value: WireJSON)] {
    let limit = try call.limit("smlimit", most: 5_000)
    let languages = Dictionary(grouping: wikis.filter { $0.language != nil }) { $0.language ?? "" }
      .sorted { $0.key < $1.key }
    let specials = wikis.filter { $0.language == nil }.sorted { $0.database < $1.database }
    var places = languages.map { "language|\($0.key)" } + specials.map { "special|\($0.database)" }
    if let token = call.parameters["smcontinue"] {
      guard let start = places.firstIndex(of: token) else { throw .badContinue(token) }
      places = Array(places[start...])
    }
    let (style, root) = (call.style, call.root)
    let page = Set(places.prefix(limit))
    var matrix: [(name: String, value: WireJSON)] = [("count", .number(wikis.count))]
    let shown = languages.filter { page.contains("language|\($0.key)") }
    for (number, language) in shown.enumerated() {
      matrix.append(
        (
          "\(number)",
          .object([
            "code": .text(language.key), "name": .text("Language \(language.key)"),
            "site": .list(language.value.map { $0.row(root, style) }), "dir": "ltr",
          ])
        ))
    }
    if places.count <= limit || page.contains(where: { $0.hasPrefix("special|") }) {
      var rows = specials.filter { page.contains("special|\($0.database)") }
      if strikes(.matrixCut) { rows = rows.dropLast() }
      matrix.append(("specials", .list(rows.map { $0.row(root, style) })))
    }
    var answer: [(name: String, value: WireJSON)] = [("sitematrix", .members(matrix))]
    if let next = places.dropFirst(limit).first {
      answer.append(
        ("query-continue", .object(["sitematrix": .object(["smcontinue": .text(next)])])))
    }
    return answer
  }
}

extension SampleWiki {
  /// The wiki as the site matrix lists it.
  fileprivate func row(_ root: String, _ style: WikiStyle) -> WireJSON {
    .object([
      "url": .text("\(root)/\(database)"), "dbname": .text(database), "code": "wiki",
      "sitename": .text(site.name), "closed": style.flag(isClosed),
      "private": style.flag(isPrivate), "fishbowl": style.flag(isFishbowl),
    ])
  }
}

/// One row of a log.
private struct LogRow {
  var id: Int
  var time: Int
  var type: String
  /// Nil where the row is hidden.
  var title: String?
  /// Nil in very old rows.
  var params: WireJSON?

  /// The time and the id, as `lecontinue` has them.
  var token: String {
    let digits = Date(unixSeconds: time).rfc3339.filter(\.isNumber)
    return "\(digits)|\(id)"
  }

  static func rights(
    _ old: [WikiHistory.Membership], _ new: [WikiHistory.Membership]
  ) -> WireJSON {
    func details(_ groups: [WikiHistory.Membership]) -> WireJSON {
      .list(
        groups.map { membership in
          .object([
            "group": .text(membership.group),
            "expiry": .text(
              membership.expiry.map { Date(unixSeconds: $0).rfc3339 } ?? "infinity"),
          ])
        })
    }
    return .object([
      "oldgroups": .texts(old.map(\.group)), "newgroups": .texts(new.map(\.group)),
      "oldmetadata": details(old), "newmetadata": details(new),
    ])
  }

  func json(_ style: WikiStyle) -> WireJSON {
    .object([
      "logid": .number(id), "ns": title == nil ? nil : 2, "title": title.map { .text($0) },
      "actionhidden": style.flag(title == nil), "params": params, "type": .text(type),
      "action": .text(type), "user": "Steward", "userid": 1,
      "timestamp": .text(Date(unixSeconds: time).rfc3339), "comment": "",
    ])
  }
}
