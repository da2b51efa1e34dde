/// A person who is in every sample network, whatever its seed, so that tests and users have names
/// to search for: realistic names, and names that break careless programs.
struct CastMember: Sendable {
  var name: String
  /// The alternative name, used and dropped at alternate turns.
  var otherName: String?
  var renames: Cycle?
  /// When the profile (location, website, about-me) changes.
  var profiles: Cycle?
  /// When they become an employee and stop being one.
  var employments: Cycle?

  init(
    _ name: String, or otherName: String? = nil, renames: Cycle? = nil, profiles: Cycle? = nil,
    employments: Cycle? = nil
  ) {
    self.name = name
    self.otherName = otherName
    self.renames = renames
    self.profiles = profiles
    self.employments = employments
  }

  static let all: [CastMember] =
    [
      CastMember(
        "Maureen O'Brien", or: "Maureen O'Brien-Vance",
        renames: Cycle(first: 1, period: 30, slowsDown: false)),
      CastMember("Seán O’Brien", profiles: Cycle(first: 1, period: 9, slowsDown: false)),
      CastMember("Bjørn Økland", employments: Cycle(first: 1, period: 14, slowsDown: false)),
      CastMember(
        "Łukasz Đurić", or: "Lukas Duric", renames: Cycle(first: 2, period: 25, slowsDown: false)),
      CastMember("Günther Straße", profiles: Cycle(first: 2, period: 20, slowsDown: false)),
    ] + names.map { CastMember($0) }

  private static let names = [
    "Paweł Żółć", "Đặng Thị Hương", "Þórður Æðelsson", "Zoë L’Œuvre", "Zoe\u{308} Decomposed",
    "İpek Işıldak", "Mariano Suárez-Álvarez y Núñez", "D'Arcy McGhee", "François Curaçao",
    "山田太郎", "王小明", "김민수", "スタック太郎", "Ольга Никитина", "Ελένη Σοφός",
    "דוד כהן", "محمد العلي", "สมชาย ใจดี", "आरव शर्मा", "𠮷野家 花子",
    "Night 🦉 Owl", "👩🏽‍💻 Mira", "🇪🇺 Union", "Salt & Pepper", "AT&amp;T &#39;fan&#39;",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "=HYPERLINK(\"https://example.org\",\"win\")", "=1+1", "+31 20 555", "-- -x", "@SUM(A1:A9)",
    "Robert'); DROP TABLE moderators;--", "NEAR(a b) OR *", "100% \\ %s \"quoted\", comma",
    "A name that fills all of the sixty characters it may have.OK", "J. R. R. Hartley", "user21",
    "X", "Null", "\u{202E}reversed\u{202C} Rita", "tab\tand  spaces", "O'Brien", "obrien",
  ]
}
