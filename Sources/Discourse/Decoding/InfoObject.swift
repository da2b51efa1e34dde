import Networks

/// `/site/basic-info.json`.
struct InfoObject: Decodable {
  var title: String?
  var locale: String?
  var requiresLogin: Bool?

  enum CodingKeys: String, CodingKey {
    case title, locale
    case requiresLogin = "login_required"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.lenientString(.title, most: Bounds.name)
    locale = try container.lenientString(.locale, most: Bounds.word)
    requiresLogin = container.lenientBool(.requiresLogin)
  }
}
