const bt = '```';

/**
 * Markdown that tries to run, load, style or link what it must not. None of it may have an effect beyond text. The
 * browser tests stream it too.
 */
export const injections: readonly string[] = [
  // Scripts and handlers.
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'a <img src=x onerror=alert(1)> b',
  '<img src="x" onerror="alert(1)" srcset="https://evil.example/a.png 2x">',
  '<picture><source srcset="https://evil.example/a.webp"><img src="https://evil.example/a.png"></picture>',
  '<body onload=alert(1)>',
  '<div onclick="alert(1)" style="position:fixed;inset:0">x</div>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)" src="https://evil.example/a.mp4"></video>',
  '<audio src="https://evil.example/a.mp3" autoplay></audio>',
  '<input autofocus onfocus=alert(1)>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<form action="https://evil.example"><input name=q></form>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<a href="javascript:alert(1)">y</a>',
  '<a href="https://x.example" onmouseover="alert(1)">y</a>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><image href="https://evil.example/a.png"/></svg>',
  '<svg><use href="https://evil.example/a.svg#x"/></svg>',
  '<svg><foreignObject><iframe src="https://evil.example"></iframe></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example/x.swf"></object>',
  '<embed src="https://evil.example/x.swf">',
  '<applet code="x"></applet>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<link rel="prefetch" href="https://evil.example/">',
  '<style>@import "https://evil.example/x.css"; * { background: url(https://evil.example/b) }</style>',
  '<p style="background:url(https://evil.example/c.png)">x</p>',
  '<table background="https://evil.example/d.png"><tr><td>x</td></tr></table>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="https://evil.example/x.xsl"?>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<br onclick=alert(1)>',
  '<br/><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  // Addresses.
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](&#x6A;&#x61;vascript:alert(1))',
  '[a](javascript&colon;alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](<java\u00a0script:alert(1)>)',
  '[a](< javascript:alert(1)>)',
  '[a](%6Aavascript:alert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](file:///etc/passwd) [b](blob:https://x.example/1) [c](about:blank) [d](view-source:https://x.example)',
  '[a](//evil.example) [b](/relative) [c](\\\\evil.example) [d](?query) [e](./x)',
  '[a](https:evil.example) [b](http:/evil.example)',
  '[a](ftp://evil.example) [b](ws://evil.example) [c](intent://x#Intent;end)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  'www.example.com"onmouseover="alert(1) https://x.example/"onload="x',
  'https://x.example/<script>alert(1)</script>',
  'a@b.example"onclick="x <mailto:a@b.example?subject=<script>>',
  '[a](https://x.example/"onmouseover="x)',
  '[a](https://x.example "\\"onclick=\\"alert(1)")',
  "[a](https://x.example '\"><script>alert(1)</script>')",
  '[<img src=x onerror=alert(1)>](https://x.example)',
  '[![i](https://evil.example/i.png)](https://x.example "\\"onclick=x")',
  '[a]: javascript:alert(1)\n\n[a] [b][a] ![c][a]',
  '[a]: <data:text/html,x> "title"\n\n[a]',
  '[a]:\n  JAVASCRIPT:alert(1)\n\n[A][]',
  'late [a]\n\nmore\n\n[a]: javascript:alert(1)',
  // Pictures.
  '![x](https://evil.example/a.png)',
  '![x](https://evil.example/a.png?secret=1 "title")',
  '![x](javascript:alert(1)) ![y](data:image/svg+xml,<svg/onload=alert(1)>) ![z](//evil.example/a.png)',
  '![w][r]\n\n[r]: https://evil.example/b.png',
  '![x](/api/files/../../evil) ![y](/api/files/a/../b) ![z](/api/files/a\\..\\b) ![w](/api/files/%2e%2e/x)',
  '![x](https://x.example@evil.example/api/files/a) ![y](/api/filesx/a)',
  '![" onerror="alert(1)](https://evil.example/c.png)',
  '| ![x](https://evil.example/d.png) |\n|-|\n| <img src=https://evil.example/e.png> |',
  // Footnotes.
  'a[^1]\n\n[^1]: <b onclick=x>y</b> ![z](https://evil.example/c.png) [l](javascript:x)',
  'a[^<script>alert(1)</script>]\n\n[^<script>alert(1)</script>]: b',
  'a[^"onclick="x] [^__proto__] [^constructor]\n\n[^"onclick="x]: b\n[^__proto__]: c\n[^constructor]: d',
  'a[^1]\n\n[^1]: [x](data:text/html,x) <iframe src=https://evil.example></iframe> $\\href{javascript:x}{y}$',
  // Code.
  `${bt}"><script>alert(1)</script>\n</code><script>x</script>\n${bt}`,
  `${bt}html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n${bt}`,
  `${bt}js onclick=alert(1)\nconst a = "</code></pre><script>alert(1)</script>";\n${bt}`,
  `${bt}constructor\nx\n${bt}\n\n${bt}__proto__\nx\n${bt}\n\n${bt}../../x\nx\n${bt}`,
  '`<script>alert(1)</script>` ``<img src=x onerror=alert(1)>``',
  `~~~svg\n<svg onload=alert(1)/>\n~~~`,
  // Diagrams.
  `${bt}mermaid\ngraph TD\n  A-->B\n  click A "javascript:alert(1)"\n${bt}`,
  `${bt}mermaid\ngraph TD\n  A["<img src=x onerror=alert(1)>"] --> B\n  click B call alert()\n${bt}`,
  `${bt}mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(https://evil.example/x) }"}}%%\ngraph TD\n  A-->B\n${bt}`,
  `${bt}mermaid\nflowchart TD\n  A@{ img: "https://evil.example/a.png", label: "x" }\n${bt}`,
  // Formulas.
  '$\\href{javascript:alert(1)}{x}$ and $x^2$',
  '$\\url{javascript:alert(1)}$',
  '$\\includegraphics{https://evil.example/a.png}$',
  '$\\htmlStyle{position:fixed}{x}$ $\\htmlClass{a}{x}$ $\\htmlId{a}{x}$ $\\htmlData{a=b}{x}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
  '$$\n\\color{red;background:url(https://evil.example/x)}{x}\n$$',
  '$\\def\\a{\\a\\a}\\a$ and $y^2$ and \\(z^2\\)',
  '\\[ \\unicode{<script>} = <script>alert(1)</script> \\]',
];

/** Lists the parts of a page that would run, load, restyle or mislead; KaTeX's positioning styles are allowed. */
export function unsafeParts(root: ParentNode): string[] {
  const wrong: string[] = [];
  const forbidden =
    'script, iframe, object, embed, applet, style, link, meta, base, form, template, video, audio, source, foreignObject, use, image';
  for (const element of root.querySelectorAll('*')) {
    const name = element.tagName.toLowerCase();
    if (element.matches(forbidden)) wrong.push(name);
    for (const { name: attribute, value } of element.attributes) {
      const isOurs = attribute === 'style' && element.closest('.katex-html') !== null && !value.includes('url');
      if (attribute === 'style' && !isOurs) wrong.push(`${name} style=${value}`);
      if (
        attribute.startsWith('on') ||
        /^(?:srcset|srcdoc|action|formaction|background|xlink:href|data)$/.test(attribute)
      )
        wrong.push(`${name} ${attribute}=${value}`);
      if (attribute === 'src' && !/^(?:\/api\/files\/[\w-]+(?:\?|$)|blob:)/.test(value))
        wrong.push(`${name} src=${value}`);
      if (attribute === 'href' && (name !== 'a' || !/^(?:https?:\/\/|mailto:|#)/i.test(value)))
        wrong.push(`${name} href=${value}`);
    }
    const isLink = name === 'a' && !element.getAttribute('href')?.startsWith('#');
    if (isLink && element.getAttribute('rel') !== 'noopener noreferrer nofollow') wrong.push('a link without rel');
  }
  return wrong;
}
