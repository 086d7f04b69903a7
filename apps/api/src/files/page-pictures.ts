import type { Work } from '../limits/work.ts';
import { drawPages } from './read-document.ts';
import { readImage, type ReadImage } from './read-image.ts';

/** The most pages that are drawn of a PDF. */
const MAX_PAGES = 10;
/** Together; the pages after are left out. */
const MAX_BYTES = 8 * 1024 * 1024;
/** How long pages are kept for the next question, and how many bytes of them. */
const KEPT_MS = 10 * 60_000;
const KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  pages: Promise<ReadImage[]>;
  bytes: number;
  timer: NodeJS.Timeout;
}

/**
 * Draws the first pages of scanned PDFs as JPEGs, for models that see pictures. Each question of a conversation needs
 * them, so they are kept in memory for ten minutes after their last use.
 */
export class PagePictures {
  readonly #work: Pick<Work, 'documents' | 'pictures'>;
  /** By the id of the file, in the order of their last use. */
  readonly #kept = new Map<string, Kept>();

  constructor(work: Pick<Work, 'documents' | 'pictures'>) {
    this.#work = work;
  }

  /**
   * The pages of a file in order: at most ten, and 8 MB. Throws as `drawPages` does, and as `FairScheduler.enter` does
   * while it waits for the user's place.
   */
  of(id: string, bytes: Uint8Array, userId: string): Promise<ReadImage[]> {
    const kept = this.#kept.get(id);
    this.#forget(id);
    const pages = kept?.pages ?? this.#draw(bytes, userId);
    const entry: Kept = {
      pages,
      bytes: kept?.bytes ?? 0,
      timer: setTimeout(() => this.#forget(id), KEPT_MS).unref(),
    };
    this.#kept.set(id, entry);
    pages.then(
      (drawn) => {
        entry.bytes = sizeOf(drawn);
        this.#evict();
      },
      () => this.#forget(id),
    );
    return pages;
  }

  async #draw(bytes: Uint8Array, user: string): Promise<ReadImage[]> {
    // A reply has no connection, so users count as their own address.
    const caller = { user, address: user, signal: new AbortController().signal };
    const encoding: Promise<ReadImage>[] = [];
    await this.#work.documents.run(caller, () =>
      drawPages(bytes, MAX_PAGES, (page) => {
        const picture = readImage(page);
        // Until all are awaited.
        picture.catch(() => {});
        encoding.push(picture);
      }),
    );
    const pages = await Promise.all(encoding);
    return pages.filter((_, index) => index === 0 || sizeOf(pages.slice(0, index + 1)) <= MAX_BYTES);
  }

  #evict(): void {
    let bytes = [...this.#kept.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [id, entry] of this.#kept) {
      if (bytes <= KEPT_BYTES) return;
      bytes -= entry.bytes;
      this.#forget(id);
    }
  }

  #forget(id: string): void {
    clearTimeout(this.#kept.get(id)?.timer);
    this.#kept.delete(id);
  }
}

function sizeOf(pages: ReadImage[]): number {
  return pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
