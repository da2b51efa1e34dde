/// The method of the API that a request calls.
enum Route: Hashable, Sendable {
  case sites
  case moderators
  case electedModerators
  case users(ids: String)
  case createFilter
  case filters(ids: String)
  case error(id: String)

  /// nil where the API has no such method. Versions 2.2 and 2.3 behave alike.
  init?(path: String) {
    let parts = path.split(separator: "/").map { String($0) }
    guard let version = parts.first, ["2.2", "2.3"].contains(version) else { return nil }
    switch Array(parts.dropFirst()) {
    case ["sites"]: self = .sites
    case ["users", "moderators"]: self = .moderators
    case ["users", "moderators", "elected"]: self = .electedModerators
    case ["filters", "create"]: self = .createFilter
    case let rest where rest.count == 2 && rest[0] == "errors": self = .error(id: rest[1])
    case let rest where rest.count == 2 && rest[0] == "filters": self = .filters(ids: rest[1])
    case let rest where rest.count == 2 && rest[0] == "users" && Route.areIDs(rest[1]):
      self = .users(ids: rest[1])
    default: return nil
    }
  }

  private static func areIDs(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ";" || $0 == "-") }
  }

  /// The method's name: a `backoff` applies to all requests with one name, and scopes of faults use
  /// it.
  var method: String {
    switch self {
    case .sites: "sites"
    case .moderators: "users/moderators"
    case .electedModerators: "users/moderators/elected"
    case .users: "users"
    case .createFilter: "filters/create"
    case .filters: "filters"
    case .error: "errors"
    }
  }

  static let methods = [
    "sites", "users/moderators", "users/moderators/elected", "users", "filters/create", "filters",
    "errors",
  ]
}
