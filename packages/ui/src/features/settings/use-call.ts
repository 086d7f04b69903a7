import { AppError, type ErrorCode } from '@parley/core';
import { useState } from 'react';
import { problemText } from '../../stores/problem-text.ts';

export interface CallState {
  isBusy: boolean;
  /** Why the last call failed, as a sentence; null if it succeeded or none was made. */
  problem: string | null;
  /** Error code from the server. */
  code: ErrorCode | null;
}

const IDLE: CallState = { isBusy: false, problem: null, code: null };

/** Runs one request at a time and keeps its outcome. */
export function useCall() {
  const [state, setState] = useState(IDLE);
  return {
    ...state,
    /** Reports a problem without a request; null clears it. */
    refuse: (problem: string | null) => setState({ ...IDLE, problem }),
    /** Resolves to true on success. */
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
