type Step = (tree: unknown, file: unknown) => unknown;
type Plugin = (this: Pipeline, ...options: unknown[]) => Step | undefined;
type Used = Plugin | [Plugin, ...unknown[]];

/** In place of a pipeline for plugins of any kind, in either order and at any time: the few steps of the Markdown renderer. */
class Pipeline {
  parser: ((text: string) => unknown) | undefined;
  readonly #steps: Step[] = [];

  use(used: Plugin | readonly Used[], ...options: unknown[]): this {
    if (typeof used === 'function') {
      const step = used.apply(this, options);
      if (step) this.#steps.push(step);
      return this;
    }
    for (const item of used) {
      const [plugin, ...own]: readonly [Plugin, ...unknown[]] = typeof item === 'function' ? [item] : item;
      this.use(plugin, ...own);
    }
    return this;
  }

  data(): undefined {
    return undefined;
  }

  parse(file: unknown): unknown {
    return this.parser?.(String(file));
  }

  /** A step that gives nothing back has changed what it was given. */
  runSync(tree: unknown, file: unknown): unknown {
    return this.#steps.reduce((now, step) => step(now, file) ?? now, tree);
  }
}

export const unified = (): Pipeline => new Pipeline();
