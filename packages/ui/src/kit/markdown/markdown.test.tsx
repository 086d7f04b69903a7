// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test('smoke', () => {
  const host = document.createElement('div');
  const root = createRoot(host);
  const text =
    '# Hi *you*\n\nA **b** [l](https://x.y) [^1] `c` ![i](https://a/b.png) <b>x</b>\n\n- [x] done **it**\n- two\n\n```js\nlet a\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n[^1]: The *note*.\n\n[foo] x\n\n[foo]: https://foo.example\n';
  act(() => root.render(<Markdown text={text} streaming={false} />));
  console.log(host.innerHTML);
  expect(host.innerHTML).toContain('note');
});
