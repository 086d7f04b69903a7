/** Resolves when everything that was ready to run has run; no timer is waited for. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
