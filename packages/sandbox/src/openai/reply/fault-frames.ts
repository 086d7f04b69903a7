import { STALL_MS, type FaultKind, type Frame } from './reply.ts';

/** Yields the frames of a fault; returns whether the answer ends there. */
export function* faultFrames(
  kind: FaultKind,
  forms: { error: () => Frame; failed: () => Frame },
): Generator<Frame, boolean> {
  switch (kind) {
    case 'error':
      yield forms.error();
      return true;
    case 'failed':
      yield forms.failed();
      return true;
    case 'badjson':
      yield { kind: 'event', bytes: 'data: {oops\n\n' };
      return true;
    case 'cut':
      yield { kind: 'cut' };
      return true;
    case 'eof':
      return true;
    case 'stall':
      yield { kind: 'silence', ms: STALL_MS };
      return false;
  }
}
