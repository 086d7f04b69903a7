import { onTestFinished } from 'vitest';
import { startTestServer, type TestServerOptions } from '../../testing/test-server.ts';
import type { ModeratedContent, Moderator } from '../model/moderator.ts';

export const REFUSE = { flagged: 'refuse', unchecked: 'allow' } as const;
export const STRICT = { flagged: 'refuse', unchecked: 'refuse' } as const;
export const NOTE = { flagged: 'note', unchecked: 'allow' } as const;
export const REFUSED = {
  success: false,
  code: 'message-refused',
  message: 'This server’s rules don’t allow this message.',
};
/** The sandbox flags it. */
export const BAD = 'pangolin [[moderation violence]]';

/** A server with one user, and what its moderation did. */
export async function start(moderation: TestServerOptions['moderation'], more: TestServerOptions = {}) {
  const server = await startTestServer({ ...more, ...(moderation && { moderation }) });
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const counts = async () => {
    const days = await server.storage.figures.daily(0, 1_000_000);
    const own = days.filter(({ name }) => name.startsWith('flagged') || name === 'unchecked');
    return Object.fromEntries(own.map(({ name, count }) => [name, count]));
  };
  const asked = () => server.sandbox.log().filter(({ kind }) => kind !== 'moderation');
  const checked = () => server.sandbox.log().filter(({ kind }) => kind === 'moderation');
  return { server, token, counts, asked, checked };
}

/** A moderator that flags what the test says. */
export function moderatorOf(flaggedIn: (content: ModeratedContent) => string[] | Promise<string[]>): Moderator {
  return { flaggedIn: async (content) => flaggedIn(content) };
}
