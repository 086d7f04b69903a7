import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { appPeople, testClock } from './testing.ts';

const clock = testClock();
let server: TestServer;
let people: ReturnType<typeof appPeople>;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now, trustedProxies: 1 });
  people = appPeople(server, clock);
});
afterAll(() => server.close());

const WRONG = { status: 403, body: { code: 'wrong-code', message: 'That code isn’t right.' } };

describe('guessing codes', () => {
  const finishFrom = async (address: string, ticket: string, code: string) => {
    const response = await fetch(`${server.url}/api/auth/second-factor`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ ticket, code }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('five wrong codes make an address wait, and the right password does not reset them', async () => {
    const person = await people.signUp();
    const ticket = await people.ticketOf(person.email);
    for (let tries = 0; tries < 5; tries++)
      expect(await people.finish(ticket, people.wrongCode(person))).toMatchObject(WRONG);
    const again = await people.ticketOf(person.email);
    expect(await people.finish(again, person.nextCode())).toMatchObject({
      status: 429,
      body: { code: 'rate-limited', message: expect.stringContaining('Too many wrong codes.') },
    });
    expect((await finishFrom('10.1.1.1', again, person.nextCode())).status).toBe(200);
  });

  it('a hundred wrong codes from as many addresses never help, and a recovery code still signs in', async () => {
    const person = await people.signUp();
    const ticket = await people.ticketOf(person.email);
    const wrong = people.wrongCode(person);
    const addresses = Array.from({ length: 100 }, (_, number) => `10.2.0.${number}`);
    const answers = await Promise.all(addresses.map((address) => finishFrom(address, ticket, wrong)));
    const counts = [403, 429].map((status) => answers.filter((answer) => answer.status === status).length);
    expect(counts).toEqual([20, 80]);
    expect((await finishFrom('10.3.0.1', ticket, person.nextCode())).status).toBe(429);
    expect((await finishFrom('10.3.0.1', ticket, person.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it.each(['', ' ', '12345', '1234567', 'abcdef', '１２３４５６', '0000-0000-0000-0000', '💥'])(
    'the code “%s” is refused',
    async (code) => {
      const { email } = await people.signUp();
      expect(await people.finish(await people.ticketOf(email), code)).toMatchObject({
        status: 403,
        body: { code: 'wrong-code' },
      });
    },
  );
});
