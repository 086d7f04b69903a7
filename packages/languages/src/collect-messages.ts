import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { findMessages } from './find-messages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = ['packages/{core,ui}/src/**/*.{ts,tsx}', 'apps/{api,desktop,web}/{src,share,boot}/**/*.{ts,tsx}'];
const TESTS = /\.test\.tsx?$|\/testing[/.]/;

/** A message and where the code has it. */
export interface CollectedMessage {
  /** The English text, after its context if it has one; of a plural, the form for many. */
  id: string;
  /** The English form for one, of a plural. */
  one: string | null;
  /** The files that have it, from the repository's root. */
  files: string[];
  /** The code of each value. */
  values: string[];
}

/** Collects the messages of all clients and of the server, in the order of their files. */
export function collectMessages(): CollectedMessage[] {
  const collected = new Map<string, CollectedMessage>();
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map((file) => file.replaceAll(sep, '/'));
  for (const file of files.filter((name) => !TESTS.test(name)).toSorted()) {
    const code = readFileSync(join(ROOT, file), 'utf8');
    for (const { id, one, values } of findMessages(file, code).toSorted((a, b) => a.start - b.start)) {
      const key = one ?? id;
      const known = collected.get(key);
      if (known && (known.id !== id || known.one !== one)) throw new Error(`${file}: ${key} is a plural elsewhere`);
      if (known) known.files = [...new Set([...known.files, file])];
      else
        collected.set(key, { id, one, files: [file], values: values.map(({ start, end }) => code.slice(start, end)) });
    }
  }
  return [...collected.values()];
}
