import { AppError, t, type Person, type PersonAct } from '@parley/core';
import { useRef, useState } from 'react';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { refreshAudit } from './audit-refreshes.ts';

/** The account that was found, and the acts of staff on it. */
export function usePerson() {
  const { api } = useClient();
  const [person, setPerson] = useState<Person | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  /** The last press. Pressing the same again, as after a lost connection, is the same press. */
  const last = useRef({ asked: '', id: '' });

  async function run(work: (calls: Awaited<ReturnType<typeof api.server>>) => Promise<void>) {
    setBusy(true);
    setProblem(null);
    setOutcome(null);
    try {
      await work(await api.server());
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  const find = (email: string) =>
    run(async (calls) => {
      setPerson(null);
      if (email.trim() === '') return setProblem(t`Email is required`);
      setPerson(await calls.findPerson(email));
    });

  const act = (shown: Person, wanted: PersonAct, done: string) =>
    run(async (calls) => {
      const { user, acts: seen } = shown;
      const asked = JSON.stringify([user._id, seen, wanted]);
      if (last.current.asked !== asked) last.current = { asked, id: crypto.randomUUID() };
      try {
        setPerson(await calls.actOnPerson(user._id, { id: last.current.id, seen, act: wanted }));
        setOutcome(done);
      } catch (error) {
        // The server says why; the account as it is now shows what happened.
        if (error instanceof AppError) setPerson(await calls.findPerson(user.email).catch(unlessGone(shown)));
        throw error;
      } finally {
        refreshAudit();
      }
    });

  return {
    person,
    isBusy,
    problem,
    outcome,
    find,
    act,
  };
}

/** Keeps showing an account that could not be loaded again, unless it is gone. */
function unlessGone(person: Person) {
  return (error: unknown) => (error instanceof AppError && error.code === 'not-found' ? null : person);
}
