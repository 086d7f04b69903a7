import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Marked } from './marked.tsx';

test('marks the matches and renders markup as text', () => {
  const html = renderToStaticMarkup(
    <Marked
      text="<b>tide</b> and tide"
      marks={[
        [3, 7],
        [16, 20],
      ]}
    />,
  );
  expect(html.replace(/ class="[^"]*"/g, '')).toBe('&lt;b&gt;<mark>tide</mark>&lt;/b&gt; and <mark>tide</mark>');
});
