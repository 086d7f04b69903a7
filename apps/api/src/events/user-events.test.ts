import { expect, it } from 'vitest';
import { ownProcess } from '../cluster/own-process.ts';
import { UserEvents, type UserHint } from './user-events.ts';

const USAGE: UserHint = { type: 'usage' };

it('delivers hints about a user to their listeners until they unsubscribe', () => {
  const events = new UserEvents(ownProcess());
  const received: string[] = [];
  const leave = events.listen('ada', ({ type }) => received.push(`first ${type}`));
  events.listen('ada', ({ type }) => received.push(`second ${type}`));
  events.listen('bob', () => received.push('bob'));
  events.publish('ada', USAGE);
  leave();
  leave();
  events.publish('ada', USAGE);
  expect(received).toEqual(['first usage', 'second usage', 'second usage']);
});

it('makes every listener refetch when hints of other processes may have been missed', () => {
  let missed = () => {};
  const events = new UserEvents({
    ...ownProcess(),
    onMissed(callback) {
      missed = callback;
      return () => {};
    },
  });
  const received: UserHint[] = [];
  events.listen('ada', (hint) => received.push(hint));
  missed();
  expect(received).toEqual([{ type: 'user' }]);
});
