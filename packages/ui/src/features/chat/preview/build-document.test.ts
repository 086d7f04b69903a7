import { expect, test } from 'vitest';
import { buildDocument } from './build-document.ts';
import { TooComplexError } from './parse-page.ts';

/** The page without the first script. */
async function build(code: string): Promise<string> {
  const built = await buildDocument({ language: 'html', code });
  const [, rest] =
    /^<!doctype html><html[^>]*><head><script>\(function runInFrame.*?<\/script>(.*)$/s.exec(built) ?? [];
  if (rest === undefined) throw new Error(`This document does not begin with the first script: ${built}`);
  return rest;
}

test('the first script comes before everything in the page, wherever its head begins', async () => {
  for (const code of [
    '<script>1</script>',
    '<!-- a --><html lang="en"><head><title>A</title>',
    '<svg><script>1</script>',
  ]) {
    await expect(build(code)).resolves.toContain('</html>');
  }
});

test.each([
  '<iframe src="a"></iframe>',
  '<frameset><frame src="a"></frameset>',
  '<object data="a"><embed src="b"></object>',
  '<link rel="preconnect" href="a">',
  '<base href="a">',
  '<p><noscript><img src="a"></noscript></p>',
  '<meta http-equiv="refresh" content="0;url=a">',
  '<META HTTP-EQUIV="Content-Security-Policy" content="default-src *">',
  '<script type="SpeculationRules">{}</script>',
  '<svg><script href="a"></script><a><iframe src="b"></iframe></a></svg>',
  '<template><iframe src="a"></iframe></template>',
  '<table><base href="a"><tr><td><iframe src="b">',
  '<select><option>x</option><iframe src="a"></iframe><meta http-equiv="refresh" content="0">',
])('removes what loads other documents or opens connections: %s', async (code) => {
  expect(await build(code)).not.toMatch(
    /<(?:iframe|frame|frameset|object|embed|link|base|noscript|meta)|http-equiv|"[ab]"|speculationrules/i,
  );
});

test('reports scripts and style sheets that it removed', async () => {
  const page = await build(
    '<script src="a.js"></script><link rel="Stylesheet" href="b.css"><link rel="icon" href="c">',
  );
  expect(page.match(/Not loaded: [\w.]+/g)).toEqual(['Not loaded: a.js', 'Not loaded: b.css']);
});

test('guards the loops of scripts, handlers and templates, and leaves data alone', async () => {
  const loop = 'for(;;)f()';
  const page = await build(
    `<script>${loop}</script><p onclick="${loop}"><svg onload="${loop}"></svg>` +
      `<template><script type="module">${loop}</script></template><select><b onclick="${loop}">x</b></select>`,
  );
  expect(page.match(/for\(;;\)\{__parleyGuard\(\);f\(\)\}/g)).toHaveLength(5);
  expect(await build(`<script type="text/data">${loop}</script>`)).toContain(loop);
  expect(await build('<svg><script>for<!-- a -->(;;)f(1<2)</script></svg>')).toContain(
    '<script>for(;;){__parleyGuard();f(1&lt;2)}</script>',
  );
  expect(await build('<script>for (</script>')).toContain('console.error("SyntaxError');
});

test('keeps the content of a select, and makes shadow roots ordinary templates', async () => {
  const select = '<select><button><selectedcontent></selectedcontent></button><option><i>x</i></option></select>';
  expect(await build(select)).toContain(select);
  expect(await build('<div><template shadowrootmode="open">x</template></div>')).toContain('<template>x</template>');
});

test.each([
  // Each paragraph opens 500 elements again.
  ['unclosed elements', `<p>${Array.from({ length: 500 }, (_, n) => `<b ${n}>`).join('')}`.padEnd(7000, '<p>x')],
  ['copied attributes', `<p><b a="${'x'.repeat(1e6)}">${'<p>x'.repeat(20)}`],
  ['elements', '<i></i>'.repeat(40_000)],
  ['nested elements', `${'<div>'.repeat(600)}${'</div>'.repeat(600)}`],
  ['nested elements that are never closed, in two megabytes', '<div>'.repeat(400_000)],
])('rejects a page with too many %s', async (_, code) => {
  await expect(build(code)).rejects.toThrow(TooComplexError);
});

test('a page as long as those that models write is built', async () => {
  await expect(build('<li class="row"><b>Name</b> value</li>'.repeat(10_000))).resolves.toContain('</html>');
});
