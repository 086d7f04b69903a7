import { expect, it } from 'vitest';
import { ownProcess } from '../cluster/own-process.ts';
import { UserEvents, type UserHint } from './user-events.ts';

const USAGE: UserHint = { type: 'usage' };

it('delivers hints about a user to their listeners until they unsubscribe', () => {
  const events = new UserEvents(ownProcess());
  const heard: string[] = [];
  const leave = events.listen('ada', ({ type }) => heard.push(`first ${type}`));
  events.listen('ada', ({ type }) => heard.push(`second ${type}`));
  events.listen('bob', () => heard.push('bob'));
  events.tell('ada', USAGE);
  leave();
  leave();
  events.tell('ada', USAGE);
  expect(heard).toEqual(['first usage', 'second usage', 'second usage']);
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
  const heard: UserHint[] = [];
  events.listen('ada', (hint) => heard.push(hint));
  missed();
  expect(heard).toEqual([{ type: 'user' }]);
});
