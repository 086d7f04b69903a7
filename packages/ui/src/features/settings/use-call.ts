import { AppError, type ErrorCode } from '@parley/core';
import { useState } from 'react';
import { problemText } from '../../stores/problem-text.ts';

export interface CallState {
  isBusy: boolean;
  /** The sentence that says why it failed; null where it did not, or was not tried. */
  problem: string | null;
  /** What the server called the failure. */
  code: ErrorCode | null;
}

const IDLE: CallState = { isBusy: false, problem: null, code: null };

/** Something that a person asks of the server: once at a time, with what came of it. */
export function useCall() {
  const [state, setState] = useState(IDLE);
  return {
    ...state,
    /** Says what is wrong before the server is asked; null takes it back. */
    refuse: (problem: string | null) => setState({ ...IDLE, problem }),
    /** True when it went well. */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      setState({ ...IDLE, isBusy: true });
      try {
        await work();
        setState(IDLE);
        return true;
      } catch (error) {
        setState({ isBusy: false, problem: problemText(error), code: error instanceof AppError ? error.code : null });
        return false;
      }
    },
  };
}
