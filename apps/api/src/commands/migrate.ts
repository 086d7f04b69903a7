import { openTransferSource, openTransferTarget } from '../storage/open-storage.ts';
import { copyStorage, type TransferProgress } from '../storage/transfer/copy-storage.ts';
import type { Places } from './places.ts';

/**
 * `parley migrate`: copies the embedded database and its files to another storage. `to` is the target's URL; the
 * default is `DATABASE_URL`, which keeps passwords off the command line.
 */
export async function migrate(
  { to }: { to?: string | undefined },
  { databaseUrl, embeddedUrl, filesDir }: Places,
  progress: TransferProgress,
): Promise<void> {
  const fromUrl = databaseUrl.startsWith('sqlite:') ? databaseUrl : embeddedUrl;
  const toUrl = to ?? (databaseUrl === fromUrl ? undefined : databaseUrl);
  if (toUrl === undefined) {
    throw new Error('Where should the data go? Use --to mongodb://<host>/<database>, or set DATABASE_URL.');
  }
  const source = await openTransferSource(fromUrl, { filesDir });
  try {
    const target = await openTransferTarget(toUrl);
    try {
      const begunAt = performance.now();
      const copied = await copyStorage(source, target, progress);
      if (!copied) return progress.say(`${target.name} already has a complete copy. There’s nothing to do.`);
      const seconds = (performance.now() - begunAt) / 1000;
      for (const { kind, count, checksum } of copied.sums) {
        progress.say(`${kind.padEnd(14)} ${String(count).padStart(9)}  ${checksum.slice(0, 16)}`);
      }
      if (copied.lostFiles > 0)
        progress.say(`The source has no contents for ${copied.lostFiles} files, so the copy doesn’t either.`);
      progress.say(
        `Copied ${copied.copiedCount} records in ${seconds.toFixed(1)} s (${Math.round(copied.copiedCount / seconds)} a ` +
          'second); counts and checksums are those of the source, which is as it was.',
      );
      progress.say(
        `Set DATABASE_URL to ${target.name} and start the server. Sessions stay valid if JWT_SECRET stays the same.`,
      );
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
