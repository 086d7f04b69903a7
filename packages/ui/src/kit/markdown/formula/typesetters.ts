/** Renders TeX as elements; undefined if the TeX is invalid. */
export type Typeset = (tex: string, block: boolean) => HTMLElement | undefined;

let loading: Promise<Typeset | undefined> | undefined;
let loaded: Typeset | undefined;

/** The typesetter, if it is already loaded. */
export function loadedTypesetter(): Typeset | undefined {
  return loaded;
}

/** Loads the typesetter; undefined if that fails, so that the next formula tries again. */
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

/** Whether a formula seems to start near the end of a text. */
export function isFormulaNear(text: string): boolean {
  return /\\[([]|\$\$|\$[^\s\d]/.test(text.slice(-100));
}
