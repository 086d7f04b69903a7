import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { staffOf } from './testing.ts';

const [OWNER, SUPPORT] = ['boss@example.com', 'sue@example.com'];

it('the audit list takes sixty refused tries an hour of a member of staff, of acts and pages together', async () => {
  const server = await startTestServer({
    adminEmails: [OWNER],
    adminSupportEmails: [SUPPORT],
    emailsVerifiedAtOnce: true,
  });
  onTestFinished(() => server.close());
  const [boss, token] = [staffOf(server, await server.signUp(OWNER)), await server.signUp(SUPPORT)];
  const support = staffOf(server, token);
  const { user, acts } = await boss.find(SUPPORT);
  const tryAct = () => support.press(user._id, { id: randomUUID(), seen: acts, act: { type: 'block' } });
  const tryPage = () => server.call('GET', '/api/admin/figures', token);
  const tries = Array.from({ length: 70 }, async (_, index) => (await (index % 2 ? tryAct : tryPage)()).status);
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status === 403)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const first = await boss.audit();
  const second = await boss.audit(first.nextBefore ?? '');
  expect([...first.lines, ...second.lines].filter(({ outcome }) => outcome === 'refused')).toHaveLength(60);
  // What they may do still works.
  expect((await support.audit()).lines).not.toEqual([]);
});
