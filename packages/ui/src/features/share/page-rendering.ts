import { createContext } from 'react';

/**
 * Declarations that formulas and estimates of heights consist of; nothing that could end a style sheet or load
 * anything.
 */
const HARMLESS = /^(?!.*url)[\w\s:;.,#()%+-]{1,500}$/i;

/**
 * Collects the inline styles of a page, which its content policy forbids, as rules of one style sheet. Every distinct
 * style is one rule.
 */
class PageStyles {
  readonly #ids = new Map<string, string>();

  /** The value of `data-s` for these declarations; undefined if they are not allowed. */
  idOf(declarations: string): string | undefined {
    if (!HARMLESS.test(declarations)) return undefined;
    const known = this.#ids.get(declarations);
    if (known !== undefined) return known;
    const id = this.#ids.size.toString(36);
    this.#ids.set(declarations, id);
    return id;
  }

  /** With the weight of an id, since inline styles outweigh every class. */
  toString(): string {
    return [...this.#ids].map(([declarations, id]) => `:is([data-s="${id}"],#s){${declarations}}`).join('');
  }
}

/** What all parts of a page share while it is rendered. */
export class PageRendering {
  readonly styles = new PageStyles();
  hasFormulas = false;
  readonly #now: () => number;
  readonly #end: number;

  /** `budget`: milliseconds of `now` for highlighting and formulas. What follows is shown as its source. */
  constructor(budget: number, now: () => number) {
    this.#now = now;
    this.#end = now() + budget;
  }

  get hasTime(): boolean {
    return this.#now() < this.#end;
  }
}

export const RenderingContext = createContext(new PageRendering(0, () => 0));
