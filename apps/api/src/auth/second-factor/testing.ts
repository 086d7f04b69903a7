import { createHmac, randomUUID } from 'node:crypto';
import type { TestServer } from '../../testing/test-server.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const STEP_MS = 30_000;

/** The code that an authenticator app with this key shows at this time (RFC 6238). */
export function appCode(secret: string, time: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MS)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** A clock that a test sets. By default it starts in the middle of a time step. */
export function testClock(start = Date.UTC(2026, 5, 1) + STEP_MS / 2) {
  let time = start;
  return {
    now: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

type Clock = ReturnType<typeof testClock>;

/** Simulates people with authenticator apps. */
export function appPeople(server: TestServer, clock: Clock) {
  const own = '/api/account/second-factor';
  const start = (token: string, proof: object = { password: 'tangerine' }) =>
    server.call('POST', `${own}/start`, token, proof);

  /** The code of the app at this moment; each call waits for a new one. */
  function nextCode(secret: string): string {
    clock.pass(STEP_MS);
    return appCode(secret, clock.now());
  }

  /** Registers an account with an authenticator app. */
  async function signUp(email = `${randomUUID()}@example.com`) {
    const token = await server.signUp(email);
    const { setup, secret } = (await start(token)).body as { setup: string; secret: string };
    const added = await server.call('POST', own, token, { setup, code: nextCode(secret) });
    const { recoveryCodes } = added.body as { recoveryCodes: string[] };
    const id = (await server.storage.users.findByEmail(email))?.id ?? '';
    return { id, email, token, secret, recoveryCodes, nextCode: () => nextCode(secret) };
  }

  const login = (email: string, password = 'tangerine') =>
    server.call('POST', '/api/auth/login', undefined, { email, password });
  /** Signs in with the password up to the second step. */
  const ticketOf = async (email: string) => String((await login(email)).body.ticket);
  const finish = (ticket: string, code: string) =>
    server.call('POST', '/api/auth/second-factor', undefined, { ticket, code });
  const status = async (token: string) => (await server.call('GET', own, token)).body;

  /** A code that the app does not show around this moment. */
  function wrongCode({ secret }: { secret: string }): string {
    const shown = [-1, 0, 1].map((steps) => appCode(secret, clock.now() + steps * STEP_MS));
    return ['111111', '222222', '333333', '444444'].find((code) => !shown.includes(code)) ?? '';
  }
  const codeNow = (secret: string) => appCode(secret, clock.now());

  return { own, start, signUp, codeNow, wrongCode, login, ticketOf, finish, status };
}
