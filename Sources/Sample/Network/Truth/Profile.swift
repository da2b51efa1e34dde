/// The texts of a profile, by version: each version differs from the one before.
struct Profile: Hashable, Sendable {
  var location: String?
  var websiteURL: String?
  var aboutMe: String?

  init(_ draw: inout Draw, version: Int) {
    location = draw.chance(percent: 60) ? draw.pick(Self.places) : nil
    websiteURL = Self.website(&draw)
    aboutMe = draw.chance(percent: 70) ? draw.pick(Self.paragraphs) : nil
    guard version > 0 else { return }
    // The number is in the visible text, so that no two versions read alike.
    aboutMe = (aboutMe ?? "") + "\n<p>Edition \(version + 1) of this text.</p>\n"
  }

  /// The API returns an empty address as `""`, and omits the key for an absent one.
  private static func website(_ draw: inout Draw) -> String? {
    switch draw.int(below: 10) {
    case 0..<4: ""
    case 4..<6: nil
    case 6: "javascript:alert(1)"
    default: "https://example.org/~\(draw.int(below: 100_000))?a=1&b=%C3%A9"
    }
  }

  private static let places = [
    "London, United Kingdom", "São Paulo, Brasil", "Zürich, Schweiz", "Kraków, Polska", "Tromsø",
    "東京", "Москва", "תל אביב", "İzmir, Türkiye", "Earth", "Hanoi, Việt Nam", "Rock & Roll City",
    "here <b>and</b> there", "=cmd|' /C calc'!A0", "Côte d’Ivoire", "/dev/null", "🌍",
  ]

  private static let paragraphs = [
    "<p>Ask me about <a href=\"https://example.org/?a=1&amp;b=2\" rel=\"nofollow\">gardens</a>.</p>\n",
    "<ul>\n<li>reads</li>\n<li>writes</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>\n",
    "<p>A loop:</p>\n<pre><code>for i in 0 ..&lt; 3 { print(i) } // &amp;c.\n</code></pre>\n",
    "<p><strong>Bold</strong>, <em>calm</em>, <code>a &lt; b &amp;&amp; b &gt; c</code><br>line two</p>\n",
    "<script>alert('about')</script><p onclick=\"alert(1)\">Hello<img src=x onerror=alert(1)></p>\n",
    "<p><a href=\"javascript:alert(1)\">press</a> <a href='data:text/html,x'>me</a></p>\n",
    "<blockquote>\n<p>An unclosed <b>paragraph &nbsp;&eacute;&#x1F989;\n</blockquote>\n<p>日本語も。",
    "<h2>Work</h2>\n<p>Tables, </p><hr>\n<p><sub>sub</sub><sup>sup</sup> <kbd>Ctrl</kbd></p>\n",
    "<style>body{display:none}</style><iframe src=\"https://example.org\"></iframe><p>Ok.</p>\n",
    "]]><p>&lt;b&gt;not bold&lt;/b&gt; &amp;amp; twice</p><!-- a comment -- with dashes -->\n",
    "",
  ]
}
