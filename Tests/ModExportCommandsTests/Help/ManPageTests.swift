import ArgumentParser
import Testing

@testable import ModExportCommands

/// The manual pages.
struct ManPageTests {
  @Test func everyCommandHasAPage() throws {
    let pages = try Manual(of: ModExport.self).manPages(date: "2026-11-20")
    let commands = ModExport.configuration.subcommands.map { "man1/modexport-\($0._commandName).1" }
    #expect(pages.map(\.path) == ["man1/modexport.1"] + commands)
    for page in pages {
      #expect(page.text.hasPrefix(".TH \(page.name.uppercased()) \(page.section) \"2026-11-20\""))
      #expect(page.text.contains("\n.SH SEE ALSO\n"))
      // Two requests for one paragraph, or an empty line, is what mandoc warns of.
      #expect(!page.text.contains("\n\n") && !page.text.contains(".PP\n.PP"))
    }
    let variables = try #require(pages.first?.text)
    for setting in SettingList.all { #expect(variables.contains(Roff.code(setting.variable))) }
  }

  @Test(arguments: [
    ("-q, --quiet", #"\fB\-q\fR, \fB\-\-quiet\fR"#),
    ("--as-of <date>", #"\fB\-\-as\-of\fR \fIdate\fR"#),
    ("<all|meta|site>", #"\fIall|meta|site\fR"#),
    (
      "modexport sync [<options>] [<site> ...]",
      #"\fBmodexport\fR \fBsync\fR [\fIoptions\fR] [\fIsite\fR ...]"#
    ),
  ])
  func whatIsTypedIsBoldAndWhatIsChosenInItalics(text: String, written: String) {
    #expect(Roff.usage(text) == written)
  }

  @Test(arguments: [
    ("See `modexport sync --all`.", #"See \fBmodexport sync \-\-all\fR."#),
    ("Use --all, -q or a well-known one.", #"Use \-\-all, \-q or a well-known one."#),
    (".rc and\n'x", "\\&.rc and\n\\&'x"), (#"a\b’s …"#, #"a\eb\(cqs ..."#),
  ])
  func nothingInATextIsARequest(text: String, written: String) {
    #expect(Roff.text(text) == written)
  }

  @Test func markdownShowsWhatTheTextSays() {
    var page = HelpPage(words: ["modexport", "x"], summary: "Names it *.prom, as <x>.")
    page.usage = "modexport x <y>"
    page.add("Files", [.entry(.path("a_b"), "See `a*`."), .entry(.path("c"), "C."), .code("d")])
    #expect(
      MarkdownHelp.text(of: page) == """
        ### modexport x

        Names it \\*.prom, as \\<x\\>.

        ```
        modexport x <y>
        ```

        #### Files

        - `a_b`: See `a*`.
        - `c`: C.

        ```
        d
        ```

        """)
  }
}
