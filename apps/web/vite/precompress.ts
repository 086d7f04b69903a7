import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { language } from './translate-messages.ts';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
/** The English build, whose files the other languages share. */
const ENGLISH = join(import.meta.dirname, '../dist');
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `.br` and `.gz` beside every text asset of the build, so that the server never compresses one twice. */
export function precompress(): Plugin {
  return {
    name: 'parley:precompress',
    apply: 'build',
    // `closeBundle` also runs after a failed build, where the missing folder would hide the build's own error.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const names = await readdir(dir, { recursive: true });
        await Promise.all(
          names.filter((name) => COMPRESSIBLE.test(name) && !isShared(name)).map((name) => compress(join(dir, name))),
        );
      },
    },
  };
}

/** Whether the English build has this hashed file. */
function isShared(name: string): boolean {
  return language !== 'en' && name.startsWith('assets') && existsSync(join(ENGLISH, `${name}.br`));
}

async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    brotli(plain, best).then((bytes) => writeFile(`${path}.br`, bytes)),
    gzipped(plain, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}
