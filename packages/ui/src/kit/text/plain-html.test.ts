// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { plainHtml } from './plain-html.ts';

test('a drawn diagram, which only this page can load, is copied as its name', () => {
  const shown = document.createElement('div');
  shown.innerHTML = '<p><img src="blob:http://localhost/1" alt="Diagram"><img src="/a.png" alt="A"></p>';
  expect(plainHtml(shown)).toBe('<p>Diagram<img src="/a.png" alt="A"></p>');
});
