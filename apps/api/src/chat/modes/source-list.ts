import { cleanSources } from '@parley/core';
import type { EmitReply } from './mode.ts';

/**
 * Longest URL in characters; longer ones are of no use to a reader, and many would not fit into one line of the stream.
 */
const MAX_ADDRESS = 2_000;

/** The pages a reply is based on: those with a number in its order, then cited ones, then those only read. */
export class SourceList {
  readonly #numbered: string[] = [];
  readonly #cited: string[] = [];
  readonly #read: string[] = [];
  /** By address, as `cleanSources` writes it. */
  readonly #titles = new Map<string, string>();
  #isSearched = false;
  #sent: string | null = '[]';

  /** Adds a page that the model is given, with the number by which it can cite it: 1 for the first page. */
  number(url: string, title: string): number {
    this.markSearched();
    if (!this.#numbered.includes(url)) this.#numbered.push(url);
    this.#setTitle(url, title);
    return this.#numbered.indexOf(url) + 1;
  }

  /** Adds a page that the model found itself. */
  add(url: string, isCited: boolean, title?: string): void {
    if (url.length > MAX_ADDRESS) return;
    (isCited ? this.#cited : this.#read).push(url);
    if (title !== undefined) this.#setTitle(url, title);
  }

  /** Makes the next `emitChanges` emit even an empty list: words of pages are in the context, whichever they are. */
  markSearched(): void {
    if (!this.#isSearched) this.#sent = null;
    this.#isSearched = true;
  }

  hasNumber(url: string): boolean {
    return this.#numbered.includes(url);
  }

  /** Marks the pages that this answer links to as cited. */
  citeLinksIn(answer: string): void {
    const places = this.#read.map((url) => ({ url, at: answer.indexOf(`](${url}`) }));
    const linked = places.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at);
    this.#cited.push(...linked.map(({ url }) => url));
  }

  /** Emits an event with all sources, if they have changed since the last one. */
  emitChanges(emit: EmitReply): void {
    const sources = cleanSources([...this.#numbered, ...this.#cited, ...this.#read]);
    const json = JSON.stringify(sources);
    if (json === this.#sent) return;
    this.#sent = json;
    emit({ type: 'sources', sources, titles: sources.map((url) => this.#titles.get(url) ?? '') });
  }

  #setTitle(url: string, title: string): void {
    const [page] = cleanSources([url]);
    if (page !== undefined && !this.#titles.has(page)) this.#titles.set(page, title.trim().toWellFormed());
  }
}
