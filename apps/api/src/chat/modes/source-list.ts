import { cleanSources } from '@parley/core';
import type { EmitReply } from './mode.ts';

/**
 * Longest URL in characters; longer ones are of no use to a reader, and many would not fit into one line of the stream.
 */
const MAX_ADDRESS = 2_000;

/** The pages a reply is based on: cited ones first, then those only read. */
export class SourceList {
  readonly #cited: string[] = [];
  readonly #read: string[] = [];
  readonly #numbers = new Map<string, number>();
  #sent = '[]';

  /** Adds a page. Returns its number: 1 for the first page, the same for the same page. */
  add(url: string, isCited: boolean): number {
    const number = this.#numbers.get(url) ?? this.#numbers.size + 1;
    if (url.length > MAX_ADDRESS) return number;
    this.#numbers.set(url, number);
    (isCited ? this.#cited : this.#read).push(url);
    return number;
  }

  has(url: string): boolean {
    return this.#numbers.has(url);
  }

  /** Marks the pages that this answer links to as cited. */
  citeLinksIn(answer: string): void {
    const places = this.#read.map((url) => ({ url, at: answer.indexOf(`](${url}`) }));
    const linked = places.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at);
    this.#cited.push(...linked.map(({ url }) => url));
  }

  /** Emits an event with all sources, if they have changed since the last one. */
  emitChanges(emit: EmitReply): void {
    const sources = cleanSources([...this.#cited, ...this.#read]);
    const json = JSON.stringify(sources);
    if (json === this.#sent) return;
    this.#sent = json;
    emit({ type: 'sources', sources });
  }
}
