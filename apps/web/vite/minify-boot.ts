import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/** Makes boot.js small: it is copied as it is, and every page waits for it. */
export function minifyBoot(): Plugin {
  return {
    name: 'parley:minify-boot',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const path = join(dir, 'boot.js');
      const { code } = await minify(path, await readFile(path, 'utf8'));
      await writeFile(path, code);
    },
  };
}
