import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from './version.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

it('the desktop app has the same version, and the changelog begins with it', () => {
  expect(JSON.parse(read('apps/desktop/package.json'))).toMatchObject({ version: VERSION });
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(VERSION);
});
