import { cleanSources } from '@parley/core';
import type { ReplyEvent } from './run-mode.ts';

/** Characters of the longest address; what is longer says nothing to a person, and many would outgrow a line of the stream. */
const MAX_ADDRESS = 2_000;

/** The pages a reply rests on: those that it cites first, then those that were only read. */
export class SourceList {
  readonly #cited: string[] = [];
  readonly #read: string[] = [];
  #told = '[]';

  add(url: string, isCited: boolean): void {
    if (url.length > MAX_ADDRESS) return;
    (isCited ? this.#cited : this.#read).push(url);
  }

  /** Those of the pages read so far that this answer links to are cited. */
  citeLinksIn(answer: string): void {
    const places = this.#read.map((url) => ({ url, at: answer.indexOf(`](${url}`) }));
    const linked = places.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at);
    this.#cited.push(...linked.map(({ url }) => url));
  }

  /** The event that tells of all of them, or none when nothing has changed since it was last told. */
  *changes(): Generator<ReplyEvent> {
    const sources = cleanSources([...this.#cited, ...this.#read]);
    const told = JSON.stringify(sources);
    if (told === this.#told) return;
    this.#told = told;
    yield { type: 'sources', sources };
  }
}
