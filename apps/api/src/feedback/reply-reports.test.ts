import { randomUUID } from 'node:crypto';
import type { AuditResponse, FeedbackReport, ReplyReport, ReplyReportsResponse } from '@parley/core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { VERSION } from '../version.ts';

const ADMIN = 'boss@example.com';
const SUPPORT = 'help@example.com';
const REPORTS = '/api/admin/reply-reports';

let server: TestServer;
let admin: string;
let support: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: [ADMIN], adminSupportEmails: [SUPPORT], emailsVerifiedAtOnce: true });
  [admin, support] = [await server.signUp(ADMIN), await server.signUp(SUPPORT)];
});
beforeEach(async () => {
  token = await server.signUp();
});
afterAll(() => server.close());

async function ask(text: string) {
  const conversationId: string = randomUUID();
  await (await server.send(token, { conversationId, text: `[[echo]] ${text}` })).all();
  const [question, reply] = await server.messages(token, conversationId);
  return { conversationId, questionId: question?.id ?? '', messageId: reply?.id ?? '' };
}

type Asked = Awaited<ReturnType<typeof ask>>;
const pathOf = ({ conversationId, messageId }: Asked) => `/api/feedback/${conversationId}/${messageId}`;
const put = (asked: Asked, body: object, as = token) => server.call('PUT', pathOf(asked), as, body);
const report = (asked: Asked, body: object = {}, as = token) =>
  put(asked, { rating: 'report', reasons: ['harmful'], ...body }, as);
const list = async (as = support) => (await server.call('GET', REPORTS, as)).body as unknown as ReplyReportsResponse;
const newest = async () => (await list()).reports[0] as ReplyReport;
const finish = (id: string, as = support) => server.call('POST', `${REPORTS}/${id}/done`, as);
/** The lines of the audit list about a report. Those of one millisecond are in any order. */
const audit = async (report: string) =>
  ((await server.call('GET', '/api/admin/audit', admin)).body as unknown as AuditResponse).lines.filter(
    ({ details }) => details['report'] === report,
  );

it('shows staff a report without its user, with the words only when they were sent along', async () => {
  const [quiet, open] = [await ask('A secret?'), await ask('No secret.')];
  const before = await list();
  expect((await report(quiet, { reasons: ['privacy', 'harmful', 'privacy'], comment: ' Look. ' })).status).toBe(200);
  expect((await report(open, { reasons: ['other'], sendsWords: true })).status).toBe(200);
  const after = await list();
  expect(after.open).toBe(before.open + 2);
  const said = { comment: 'Look.', question: null, reply: null, createdAt: expect.any(String) };
  const origin = { mode: 'normal', model: 'demo', version: VERSION };
  expect(after.reports.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { id: expect.any(String), ...origin, reasons: ['harmful', 'privacy'], ...said },
      expect.objectContaining({ reasons: ['other'], question: expect.stringContaining('No secret.') }),
    ]),
  );
  expect(JSON.stringify(after)).not.toContain('A secret');
  const countOf = ({ reasons }: ReplyReportsResponse, name: string) =>
    reasons.find(({ reason }) => reason === name)?.count ?? 0;
  for (const reason of ['privacy', 'harmful', 'other']) {
    expect(countOf(after, reason)).toBe(countOf(before, reason) + 1);
  }
  const { counts, notes } = (await server.call('GET', '/api/admin/feedback', admin)).body as unknown as FeedbackReport;
  expect(counts.find(({ model }) => model === 'demo')?.reported).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(notes)).not.toContain('No secret');
});

it('marks a report as done, once for all staff, with a line in the audit list', async () => {
  await report(await ask('Why?'));
  const [{ id }, { open }] = [await newest(), await list()];
  expect((await finish(id)).status).toBe(200);
  const line = { actor: SUPPORT, action: 'report-done', outcome: 'done', person: null };
  expect(await audit(id)).toMatchObject([line]);
  const { open: left, reports } = await list(admin);
  expect(left).toBe(open - 1);
  expect(reports.map((each) => each.id)).not.toContain(id);
  expect((await finish(id, admin)).status).toBe(200);
  const unknown = randomUUID();
  const body = { message: expect.stringContaining('changed or taken back') };
  expect(await finish(unknown)).toMatchObject({ status: 404, body });
  expect(await audit(unknown)).toMatchObject([{ ...line, outcome: 'failed' }]);
  expect((await finish('x')).status).toBe(404);
  expect((await finish(id, token)).status).toBe(403);
  expect((await server.call('GET', REPORTS, token)).status).toBe(403);
  expect((await server.call('GET', REPORTS)).status).toBe(401);
});

it('a report stays done when the same report is sent again, and opens again when it changes', async () => {
  const asked = await ask('Why?');
  const said = { reasons: ['hateful', 'other'], comment: 'Look.', sendsWords: true };
  await report(asked, said);
  const { id } = await newest();
  expect((await report(asked, said)).status).toBe(200);
  expect((await newest()).id).toBe(id);
  await finish(id);
  const { open } = await list();
  expect((await report(asked, { ...said, reasons: ['other', 'hateful'] })).status).toBe(200);
  expect((await list()).open).toBe(open);
  await report(asked, { ...said, comment: 'Look again.' });
  expect((await list()).open).toBe(open + 1);
  expect(await newest()).toMatchObject({ comment: 'Look again.', reasons: ['hateful', 'other'] });
  expect((await newest()).id).not.toBe(id);
});

it('replaces a rating, is replaced by none, and can be taken back', async () => {
  const asked = await ask('Why?');
  await put(asked, { rating: 'good' });
  await report(asked);
  const { open } = await list();
  const read = async () => (await server.call('GET', pathOf(asked), token)).body['feedback'];
  const reported = { rating: 'report', reasons: ['harmful'], comment: '', sendsWords: false };
  expect(await read()).toEqual(reported);
  expect(await put(asked, { rating: 'bad' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('You reported this reply') },
  });
  expect(await read()).toEqual(reported);
  expect((await server.call('DELETE', pathOf(asked), token)).status).toBe(200);
  expect((await list()).open).toBe(open - 1);
  expect((await put(asked, { rating: 'bad' })).status).toBe(200);
});

it('a report stays while its conversation can be restored, and goes with it', async () => {
  const asked = await ask('Why?');
  await report(asked);
  const { open } = await list();
  await server.call('DELETE', `/api/chat/${asked.conversationId}`, token);
  expect((await list()).open).toBe(open);
  expect((await server.call('DELETE', '/api/chat/trash', token, { ids: [asked.conversationId] })).status).toBe(200);
  expect((await list()).open).toBe(open - 1);
});

it('refuses questions, unknown replies and those of others', async () => {
  const asked = await ask('Why?');
  const other = await server.signUp();
  expect((await report({ ...asked, messageId: asked.questionId })).status).toBe(404);
  expect((await report({ ...asked, messageId: randomUUID() })).status).toBe(404);
  expect((await report({ ...asked, conversationId: 'c' })).status).toBe(404);
  expect((await report(asked, {}, other)).status).toBe(404);
  await report(asked);
  expect((await server.call('DELETE', pathOf(asked), other)).status).toBe(404);
});

it.each<[object, string]>([
  [{ reasons: [] }, 'The field "reasons" must have at least one of harmful, hateful, sexual, privacy, other'],
  [{ reasons: ['harmful', 'clarity'] }, 'and no other.'],
  [{ reasons: ['boring'] }, 'The field "reasons[0]" must be one of'],
  [{ reasons: Array(6).fill('other') }, 'The field "reasons" must have at most 5 entries.'],
  [{ rating: 'bad' }, 'The field "reasons" must have only correctness, clarity, relevance.'],
  [{ comment: 'x'.repeat(501) }, 'The field "comment" must have at most 500 characters.'],
])('says why a wrong report is refused: %#', async (body, error) => {
  const ids = { conversationId: randomUUID(), messageId: randomUUID(), questionId: randomUUID() };
  const answer = await report(ids, body);
  expect(answer.status).toBe(400);
  expect(answer.body['error']).toContain(error);
});
