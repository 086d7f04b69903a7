import type { Logger } from 'pino';
import type { Brand } from './brand.ts';
import { readBrand, stampOf } from './read-brand.ts';

/** Milliseconds between two looks at the files. */
const INTERVAL = 5_000;

/**
 * Reads the operator's folder again when it changes. If the folder has a problem, logs it and keeps the earlier
 * content. A new name, new terms and new mails count from the next start. Returns a function that stops it.
 */
export function watchBrand(
  brand: Brand,
  BRAND: string | null,
  root: string,
  logger: Logger,
  interval = INTERVAL,
): () => void {
  if (BRAND === null) return () => {};
  let stamp = stampOf(BRAND, root, brand.look.file);
  const timer = setInterval(() => {
    const current = stampOf(BRAND, root, brand.look.file);
    if (current === stamp) return;
    stamp = current;
    const problems: string[] = [];
    const read = readBrand(BRAND, root, problems);
    for (const problem of problems) logger.warn(`${problem}. The brand stays as it was.`);
    if (!read) return;
    const isRenamed = read.file.name !== brand.look.file?.file.name;
    brand.use(read);
    stamp = stampOf(BRAND, root, read);
    logger.info(isRenamed ? 'the brand has changed; its new name counts from the next start' : 'the brand has changed');
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
