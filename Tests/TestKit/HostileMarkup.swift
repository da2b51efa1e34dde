/// Markup of script injection attacks, one or a few samples of each kind.
package let hostileMarkup: [String] =
  scripts + handlers + addresses + brokenTags + foreignContent + encodings + containers

private let scripts = [
  "<script>run()</script>", "<SCRIPT>run()</SCRIPT>", "<ScRiPt src=//host.example/x.js></sCrIpT>",
  "<script src=\"https://host.example/x.js\"", "<script/x>run()</script>",
  "<script\n>run()</script\n>",
  "<script\t\u{C}>run()</script >", "<<script>run();//<</script>", "<scr<script>ipt>run()</script>",
  "<script>run()", "</script><script>run()</script>", "<script><!--\nrun()//--></script>",
  "<script type=module>import 'https://host.example/x.js'</script>",
  "<noscript><p title=\"</noscript><script>run()</script>\">",
  "<script>document.write('<b>')</script>", "<script\u{0}>run()</script>",
  "<\u{0}script>run()</script>",
  "<scrİpt>run()</scrİpt>", "<ſcript>run()</ſcript>",
  "<script xmlns=\"http://www.w3.org/1999/xhtml\">run()</script>",
]

private let handlers = [
  "<img src=x onerror=run()>", "<img src=x onerror='run()'/>", "<img/src=x/onerror=run()>",
  "<img src=x:x onerror\n=\nrun()>", "<b onmouseover=run()>b</b>", "<b/onclick=run()>b",
  "<p onpointerenter=\"run()\" tabindex=0 autofocus onfocus=run()>p", "<body onload=run()>",
  "<input autofocus onfocus=run()>", "<select onfocus=run() autofocus><option>x</select>",
  "<details open ontoggle=run()>d</details>", "<marquee onstart=run()>m</marquee>",
  "<video><source onerror=run()></video>", "<audio src=x onerror=run()>", "<br onclick=run()>",
  "<a href=https://example.org onclick=run()>l</a>", "<img \"\"\"><script>run()</script>\">",
  "<p \u{0}onclick=run()>", "<p ONCLICK=run()>", "<p onclick\u{B}=run()>", "<hr onmousemove=run()>",
  "<li style=list-style:url(//host.example) onanimationend=run()>x",
]

private let addresses = [
  "<a href=javascript:run()>l</a>", "<a href=' javascript:run()'>l</a>",
  "<a href='JAVASCRIPT:run()'>l</a>", "<a href='java\tscript:run()'>l</a>",
  "<a href='java\nscript:run()'>l</a>", "<a href='java&#10;script:run()'>l</a>",
  "<a href='&#106;avascript:run()'>l</a>", "<a href='&#x6A;avascript&colon;run()'>l</a>",
  "<a href='&#0000106avascript:run()'>l</a>", "<a href='\u{1}javascript:run()'>l</a>",
  "<a href='javascript&#0;:run()'>l</a>", "<a href='data:text/html;base64,PHNjcmlwdD4='>l</a>",
  "<a href='vbscript:run()'>l</a>", "<a href='file:///etc/passwd'>l</a>",
  "<a href='//host.example'>l</a>",
  "<a href='\\\\host.example\\share'>l</a>", "<a href='view-source:javascript:run()'>l</a>",
  "<a href='http://\"onclick=run()'>l</a>", "<a href='https://x\" onclick=\"run()'>l</a>",
  "<a href=\"https://x' onclick='run()\">l</a>", "<a href=`javascript:run()`>l</a>",
  "<a href='x' href='javascript:run()'>l</a>", "<a xlink:href='javascript:run()'>l</a>",
  "<a href='https://x/><script>run()</script>'>l</a>", "<a href='jar:https://x!/y'>l</a>",
  "<a ping='https://host.example' href='https://example.org'>l</a>",
  "<a href='https:javascript:run()'>l</a>", "<a href='feed:javascript:run()'>l</a>",
  "<area href=javascript:run()>", "<base href='javascript:run();//'>",
  "<link rel=stylesheet href=//host.example>",
  "<a href='https://example.org'><a href='javascript:run()'>in</a></a>",
  "<img src='javascript:run()'>",
  "<img dynsrc='javascript:run()'>", "<img srcset='https://host.example 2x'>",
  "<q cite='javascript:run()'>q</q>",
]

private let brokenTags = [
  "<", "<>", "</", "</>", "<!", "<!-", "<!--", "<!-->", "<!--><script>run()</script>-->", "<?",
  "<?php run() ?>",
  "<?xml version=\"1.0\"?><p>x", "<!DOCTYPE html [<!ENTITY x \"y\">]>&x;",
  "<![CDATA[<script>run()</script>]]>",
  "<p <b>x", "<p title=\"<script>run()</script>\">", "<p title='\"><script>run()</script>",
  "<p\"onclick=run()>x",
  "<b><p></b></p>", "<p></script></p>", "<a href=\"https://example.org",
  "<a href=\"https://example.org\" <b>",
  "<!--[if IE]><script>run()</script><![endif]-->", "--><script>run()</script>", "<p/><b/>", "<1>",
  "< script>run()</script>",
  "<=\"\"onclick=run()>", "<x:script xmlns:x=\"http://www.w3.org/1999/xhtml\">run()</x:script>",
]

private let foreignContent = [
  "<svg onload=run()>", "<svg><script>run()</script></svg>",
  "<svg><script href=data:,run()></script></svg>",
  "<svg><style><img src=x onerror=run()></style></svg>", "<svg/onload=run()//",
  "<svg><animate onbegin=run()></svg>",
  "<svg><set attributeName=onload to=run()></svg>",
  "<svg><foreignObject><b onclick=run()>x</foreignObject></svg>",
  "<svg><use href='data:image/svg+xml,x'></use></svg>",
  "<svg></p><style><a id=\"</style><img src=1 onerror=run()>\">",
  "<math><mi xlink:href=javascript:run()>x</mi></math>",
  "<math><mtext><table><mglyph><style><img src=x onerror=run()>",
  "<math><annotation-xml encoding=\"text/html\"><script>run()</script></annotation-xml></math>",
  "<template><script>run()</script></template>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=run()>",
]

private let encodings = [
  "&lt;script&gt;run()&lt;/script&gt;", "&amp;lt;script&amp;gt;", "&#60;script&#62;run()",
  "&#x3C;script&#x3E;run()",
  "%3Cscript%3Erun()%3C/script%3E", "\\u003cscript\\u003e", "+ADw-script+AD4-run()",
  "＜script＞run()＜/script＞",
  "<\u{301}script>run()</script>", "\"\u{301} onclick=run() x=\"",
  "'\u{200D}><script>run()</script>",
  "\u{FEFF}<script>run()</script>", "\u{202E}<script>run()</script>",
  "<meta charset=utf-7>+ADw-script+AD4-",
  "<meta charset=iso-2022-jp><b>\u{1B}$B</b>", "&#xD800;<b>&#xDC00;", "&#0;&#1;&#8;",
  "\u{0}\u{1}\u{7F}\u{85}\u{FFFE}\u{FFFF}",
]

private let containers = [
  "<iframe src=javascript:run()></iframe>", "<iframe srcdoc='<script>run()</script>'></iframe>",
  "<iframe><script>run()</script></iframe>",
  "<object data=javascript:run()></object>", "<object><param name=movie value=x></object>",
  "<embed src=javascript:run()>",
  "<applet code=x></applet>", "<frameset onload=run()><frame src=javascript:run()></frameset>",
  "<style>@import '//host.example'</style>",
  "<style>p{background:url(javascript:run())}</style>",
  "<p style='background:url(//host.example)'>x", "<link rel=import href=//host.example>",
  "<meta http-equiv=refresh content='0;url=javascript:run()'>",
  "<form action=javascript:run()><button>x</button></form>",
  "<button formaction=javascript:run()>x</button>", "<isindex action=javascript:run()>",
  "<table background=javascript:run()><td>x",
  "<textarea><script>run()</script></textarea>", "<title><script>run()</script></title>",
  "<xmp><script>run()</script></xmp>",
  "<plaintext><script>run()</script>", "<noembed><script>run()</script></noembed>",
  "<noframes><script>run()</script></noframes>",
  "<layer src=//host.example></layer>", "<bgsound src=javascript:run()>",
  "<portal src=//host.example>", "<dialog open><form method=dialog>x",
  "<custom-element onclick=run()>x</custom-element>", "<slot name=x><b slot=x>y</b></slot>",
  "<keygen autofocus onfocus=run()>",
]
