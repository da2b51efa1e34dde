import Networks

/// `/site/basic-info.json`.
struct InfoObject: Decodable {
  var title: String?
  var locale: String?
  var requiresLogin: Bool?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    title = try container.lenientString("title", most: Bounds.name)
    locale = try container.lenientString("locale", most: Bounds.word)
    requiresLogin = container.lenientBool("login_required")
  }
}
