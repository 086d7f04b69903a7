/** Returns undefined if the action throws, as the browser's storage does where it is blocked or full. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
