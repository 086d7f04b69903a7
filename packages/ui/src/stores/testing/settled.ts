/** Resolves when all ready tasks have run; does not wait for timers. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
