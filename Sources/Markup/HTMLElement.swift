/// How HTML elements affect plain text.
enum HTMLElement {
  /// How an element affects the text around it.
  enum Role {
    case inline, block, cell, item, lineBreak, preformatted
    /// The element's content is not readable text.
    case dropped
  }

  static func role(of name: String) -> Role { roles[name] ?? .inline }

  private static let roles: [String: Role] = {
    var roles: [String: Role] = ["br": .lineBreak, "li": .item, "pre": .preformatted]
    for name in dropped { roles[name] = .dropped }
    for name in blocks { roles[name] = .block }
    for name in ["td", "th"] { roles[name] = .cell }
    return roles
  }()

  private static let dropped = [
    "applet", "audio", "canvas", "frameset", "iframe", "math", "noembed", "noframes", "object",
    "script", "select", "style", "svg", "template", "textarea", "title", "video",
  ]

  private static let blocks = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hr", "html", "legend", "main", "menu", "nav", "ol", "p",
    "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
  ]
}
