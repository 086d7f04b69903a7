import { useCallback, useState } from 'react';
import type { FeedbackCalls } from '../../../api/calls/feedback-calls.ts';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

/** Makes a dialog's calls about a reply, one at a time. It is busy until the first one has ended. */
export function useFeedbackCalls() {
  const { api } = useClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  /** False if it failed; `problem` then says why. */
  const call = useCallback(
    async (work: (calls: FeedbackCalls) => Promise<void>) => {
      setBusy(true);
      setProblem(null);
      try {
        await work(await api.feedback());
        return true;
      } catch (error) {
        setProblem(problemText(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [api],
  );
  return { call, problem, isBusy };
}
