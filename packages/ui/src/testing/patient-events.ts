import { configure } from '@testing-library/react';

// Node's, which React renders in. A test with a fake clock replaces it.
const { setImmediate: realImmediate } = globalThis as unknown as {
  setImmediate: (run: () => void) => void;
};
/** React renders an answer in a turn of the event loop, but in a later one if the process was interrupted. */
const TURNS = 10;

// In a module of its own, because a worker runs that once for all its test files.
configure(({ asyncWrapper }) => ({
  // A chunk may load slowly on a busy machine.
  asyncUtilTimeout: 10_000,
  asyncWrapper: (interact) =>
    asyncWrapper(async () => {
      const result = await interact();
      for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => realImmediate(resolve));
      return result;
    }),
}));
