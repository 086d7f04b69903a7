import { type AccountSession, t } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { problemText } from '../../../stores/problem-text.ts';

/** The account's sessions, the current one first. `sessions` is null until they are loaded. */
export function useSessions() {
  const { api } = useClient();
  const [sessions, setSessions] = useState<AccountSession[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Which session is being ended: its id, or all others. */
  const [ending, setEnding] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  const read = useCallback(async () => {
    try {
      const listed = await (await api.account()).sessions();
      setSessions(listed.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)));
      setProblem(null);
    } catch (error) {
      setProblem(problemText(error));
    }
  }, [api]);
  useEffect(() => {
    void read();
  }, [read]);

  const during = async (what: string, done: string, work: () => Promise<void>) => {
    setEnding(what);
    setProblem(null);
    setSaid('');
    try {
      await work();
      setSaid(done);
      await read();
    } catch (error) {
      setProblem(problemText(error));
    }
    setEnding(null);
  };

  return {
    sessions,
    problem,
    ending,
    said,
    read,
    end: ({ id, device }: AccountSession) =>
      during(id, t`Signed out of ${device}.`, async () => (await api.account()).endSession(id).catch(ignoreNotFound)),
    endOthers: () =>
      during('others', t`You’re signed out everywhere else.`, async () => (await api.account()).endOtherSessions()),
  };
}
