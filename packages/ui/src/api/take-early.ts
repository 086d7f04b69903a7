/** Requests that the page's boot script made before the app, with the token that they carry, by path. */
interface EarlyCalls {
  token: string;
  calls: Map<string, Promise<Response>>;
}

/** Milliseconds after the page's start for which an answer counts as new. */
const USABLE_FOR = 10_000;

/** The answer to a request that the boot script has made with this token; each only once. */
export function takeEarly(path: string, token: string | null): Promise<Response> | undefined {
  const { earlyCalls } = globalThis as { earlyCalls?: EarlyCalls };
  if (earlyCalls?.token !== token || performance.now() > USABLE_FOR) return undefined;
  const call = earlyCalls?.calls.get(path);
  earlyCalls?.calls.delete(path);
  return call;
}
