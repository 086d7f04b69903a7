import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintContents, fingerprintSources } from './fingerprint.mjs';

describe('fingerprints', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-fingerprint-'));
    write('web/src/app.ts', 'a');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, text: string) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, 1000, 1000);
  }

  const sources = () => fingerprintSources(root, ['web', 'not-there']);

  it('the fingerprint of sources is stable without changes', () => {
    expect(sources()).toBe(sources());
  });

  it.each([
    ['a file grows', () => write('web/src/app.ts', 'ab')],
    ['a file is saved', () => utimesSync(join(root, 'web/src/app.ts'), 1000, 2000)],
    ['a file is added', () => write('web/src/new.ts', '')],
    ['a file is removed', () => rmSync(join(root, 'web/src/app.ts'))],
  ])('the fingerprint of sources changes when %s', (_, change) => {
    const before = sources();
    change();
    expect(sources()).not.toBe(before);
  });

  it.each(['web/src/app.test.ts', 'web/dist/app.js', 'web/node_modules/a/a.js', 'web/e2e/a.spec.ts', 'web/.env'])(
    'the fingerprint of sources ignores %s',
    (path) => {
      const before = sources();
      write(path, 'a');
      expect(sources()).toBe(before);
    },
  );

  it('the fingerprint of contents depends on the text, not on the time', () => {
    const before = fingerprintContents(root, ['web/src/app.ts', 'missing']);
    utimesSync(join(root, 'web/src/app.ts'), 1000, 2000);
    expect(fingerprintContents(root, ['web/src/app.ts', 'missing'])).toBe(before);
    write('web/src/app.ts', 'b');
    expect(fingerprintContents(root, ['web/src/app.ts', 'missing'])).not.toBe(before);
  });
});
