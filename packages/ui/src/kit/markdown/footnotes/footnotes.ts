import type { RootContent } from 'mdast';

/** State of a footnote reference. The number is undefined if the text defines no such footnote. */
export interface Footnote {
  number: number | undefined;
  content: readonly RootContent[] | undefined;
}

/**
 * The reply's footnotes, numbered by first reference and looked up by label. Each reference subscribes by itself, so a
 * late definition updates its number without rendering the block around it.
 */
export class Footnotes {
  readonly #references: string[] = [];
  readonly #definitions = new Map<string, readonly RootContent[]>();
  readonly #listeners = new Set<() => void>();
  #footnotes = new Map<string, Footnote>();
  #changed = false;

  /** Adds references from finished text, which stay. The first definition of a label wins. */
  addReference(label: string): void {
    this.#references.push(label);
  }

  addDefinition(label: string, content: readonly RootContent[]): void {
    if (!this.#definitions.has(label)) this.#definitions.set(label, content);
  }

  /**
   * Sets what the unfinished end adds. Unless the reply is `whole`, a reference without a definition counts as a
   * footnote still to come.
   */
  settle(
    references: readonly string[],
    definitions: ReadonlyMap<string, readonly RootContent[]>,
    whole: boolean,
  ): void {
    const footnotes = new Map<string, Footnote>();
    let count = 0;
    for (const label of [...this.#references, ...references]) {
      if (footnotes.has(label)) continue;
      const content = this.#definitions.get(label) ?? definitions.get(label);
      const number = content || !whole ? (count += 1) : undefined;
      const before = this.#footnotes.get(label);
      const same = before?.number === number && before?.content === content;
      if (!same) this.#changed = true;
      footnotes.set(label, same && before ? before : { number, content });
    }
    this.#footnotes = footnotes;
  }

  readonly get = (label: string): Footnote | undefined => this.#footnotes.get(label);

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notifies the references of changes since the last call. Must not be called during render. */
  readonly announce = (): void => {
    if (!this.#changed) return;
    this.#changed = false;
    for (const listener of this.#listeners) listener();
  };
}
