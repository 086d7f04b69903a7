/** Sets TeX as elements; nothing for TeX that is broken. */
export type Typeset = (tex: string, block: boolean) => HTMLElement | undefined;

let loading: Promise<Typeset | undefined> | undefined;

/** Fetches what sets formulas; nothing when it does not come, so that the next formula asks again. */
export function loadTypesetter(): Promise<Typeset | undefined> {
  loading ??= import('./typeset.ts').then(
    ({ typeset }) => typeset,
    () => {
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}
