import TestKit

/// What strangers may put into a name, a place, a link or the name of a site, to be shown as it is
/// written and to run nowhere.
let hostileValues: [String] = hostileMarkup + attributes + formulas + templates + texts

private let attributes = [
  "\" onclick=\"run()", "' onclick='run()", "\" autofocus onfocus=run() x=\"", "x onerror=run()",
  "\"><script>run()</script>", "'><script>run()</script>", "\"/><img src=x onerror=run()>",
  "` onclick=`run()", "\" style=\"background:url(//host.example)\"", "javascript:run()",
  "JaVaScRiPt:run()", "java\tscript:run()", " javascript:run()", "data:text/html,<script>run()",
  "vbscript:run()", "https://x\" onclick=\"run()", "https://x'><script>run()</script>",
  "//host.example/x", "\\\\host.example\\x", "https://host.example/\u{202E}gpj.exe",
]

private let formulas = [
  "=1+1", "=HYPERLINK(\"https://host.example\",\"x\")", "=cmd|' /C calc'!A0", "+1+1", "-1+1",
  "@SUM(1)", "\t=1+1", "\r=1+1", "=\"x\"\"y\"", "\u{FEFF}=1+1", "a,b", "a\"b", "\"", "\"\"",
  "a\r\nb",
  "a\nb", "a\rb", "1e400", "007", "NULL", "'=1+1", ";", "\t",
]

private let templates = [
  "{{title}}", "{{{content}}}", "{{#sites}}x{{/sites}}", "{{>index}}", "{{!x}}",
  "<!--hole:sites-->", "<!--hole:people-->", "-->", "<!--", "]]>", "</script>", "</style>",
  "</title>", "</textarea>", "${run()}", "#{run()}", "%{x}", "<%= run() %>", "\");run();//",
  "');run();//",
  "\\u0022);run();//", "\u{2028}run()", "\u{2029}run()", "*/run()/*", "\\", "\\\"", "\n);run();\n",
]

private let texts = [
  "../../etc/passwd", "..", ".", "/", "CON", "a/b", "%2e%2e%2f", "\u{0}", "\u{1B}[31mred", "\u{7F}",
  "\u{FFFE}", "\u{202E}evil", "\u{2066}x", "\u{200B}", "\u{200D}", "\u{301}", "👩‍👩‍👧‍👦", "مدير الموقع",
  "ﷺ", "ศิริ", "İstanbul", "ẞtraße", "Ṩ́ͅ", "Zalgo\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
  "e\u{301}",
  "__proto__", "constructor", "toString", "hasOwnProperty", "undefined", "NaN", "true",
  "{\"a\":[\"b\"]}", "[]", String(repeating: "W", count: 400),
  String(repeating: "long ", count: 300),
]
