import Testing
import Transport

/// How a release of MediaWiki answers, as its documentation and its code say. The people are made up.
struct WikiRelease: Sendable, CustomTestStringConvertible {
  var number: String
  /// The parameters that it does not know.
  var unknown: [String] = []
  /// Whether answers are in the first version of the format: a text is in `*`, and numbers are in quotes.
  var isFirstForm = false
  var continuation = Continuation.new

  enum Continuation { case old, announced, new }

  var testDescription: String { number }

  static let all = [
    WikiRelease(
      number: "1.19", unknown: ["formatversion", "errorformat"], isFirstForm: true,
      continuation: .old),
    WikiRelease(
      number: "1.23", unknown: ["formatversion", "errorformat"], isFirstForm: true,
      continuation: .old),
    WikiRelease(
      number: "1.24", unknown: ["formatversion", "errorformat"], isFirstForm: true,
      continuation: .announced),
    WikiRelease(number: "1.25", unknown: ["errorformat"], continuation: .announced),
    WikiRelease(number: "1.27", unknown: ["errorformat"]),
    WikiRelease(number: "1.31"), WikiRelease(number: "1.35"), WikiRelease(number: "1.43"),
  ]

  /// Ids by name, in the order of a database that does not compare bytes.
  static let sysops = [("Ann", 4), ("bea", 2), ("Cho Ö", 9)]

  func respond(to label: String) -> RawResponse {
    label.contains("siteinfo") ? info : members(label)
  }

  private var info: RawResponse {
    let groups = [("*", ""), ("sysop", number(3)), ("bureaucrat", number(0))].map { name, size in
      #"{"name":"\#(name)","rights":["block"]\#(size.isEmpty ? "" : #","number":\#(size)"#)}"#
    }
    return answer(
      #"{"general":{"mainpage":"Main Page","generator":"MediaWiki \#(number)","lang":"de"},"#
        + #""usergroups":[\#(groups.joined(separator: ","))]}"#, next: nil)
  }

  private func members(_ label: String) -> RawResponse {
    var rows = label.contains("augroup=sysop") ? Self.sysops : []
    if label.contains("audir=descending") { rows.reverse() }
    if label.contains("aufrom=") { rows = Array(rows.suffix(1)) }
    let next = rows.count > 2 ? rows[2].0 : nil
    let users = rows.prefix(2).map { name, id in
      #"{"userid":\#(number(id)),"name":"\#(name)","registration":"","#
        + #""groups":["sysop","*","user","autoconfirmed"]}"#
    }
    return answer(#"{"allusers":[\#(users.joined(separator: ","))]}"#, next: next)
  }

  private func number(_ number: Int) -> String { isFirstForm ? "\"\(number)\"" : "\(number)" }

  private func answer(_ query: String, next: String?) -> RawResponse {
    var warnings: [String] = []
    let key = isFirstForm ? "*" : "warnings"
    if !unknown.isEmpty {
      let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
      warnings.append(
        #""main":{"\#(key)":"Unrecognized parameter\#(unknown.count > 1 ? "s" : ""): \#(names)"}"#)
    }
    var members: [String] = []
    if let next {
      switch continuation {
      case .new: members.append(#""continue":{"aufrom":"\#(next)","continue":"-||"}"#)
      case .old, .announced:
        members.append(#""query-continue":{"allusers":{"aufrom":"\#(next)"}}"#)
      }
      if continuation == .announced {
        warnings.append(
          #""query":{"\#(key)":"Formatting of continuation data will be changing soon. To continue"}"#
        )
      }
    } else if continuation == .new {
      members.append(#""batchcomplete":true"#)
    }
    if !warnings.isEmpty { members.append(#""warnings":{\#(warnings.joined(separator: ","))}"#) }
    return WikiReplies.json("{\((members + [#""query":\#(query)"#]).joined(separator: ","))}")
  }
}
