/** Sets TeX as elements; nothing for TeX that is broken. */
export type Typeset = (tex: string, block: boolean) => HTMLElement | undefined;

let loading: Promise<Typeset | undefined> | undefined;
let loaded: Typeset | undefined;

/** What sets formulas, if it is here already. */
export function loadedTypesetter(): Typeset | undefined {
  return loaded;
}

/** Fetches what sets formulas; nothing when it does not come, so that the next formula asks again. */
export function loadTypesetter(): Promise<Typeset | undefined> {
  loading ??= import('./typeset.ts').then(
    ({ typeset }) => (loaded = typeset),
    () => {
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}

/** Whether a formula seems to begin near the end of a text. */
export function isFormulaNear(text: string): boolean {
  return /\\[([]|\$\$|\$[^\s\d]/.test(text.slice(-100));
}
