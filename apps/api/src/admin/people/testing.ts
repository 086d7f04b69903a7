import { randomUUID } from 'node:crypto';
import type { AuditLine, Person, PersonAct } from '@parley/core';
import type { TestServer } from '../../testing/test-server.ts';

/** What a member of staff asks a server. */
export function staffOf(server: Pick<TestServer, 'call'>, token: string) {
  const find = async (email: string) => {
    const answer = await server.call('POST', '/api/admin/people/find', token, { email });
    return answer.body.person as Person;
  };
  const press = (userId: string, request: unknown) =>
    server.call('POST', `/api/admin/people/${userId}/acts`, token, request);
  return {
    find,
    press,
    /** Presses once on the account as it is now. */
    async act(email: string, act: PersonAct) {
      const { user, acts } = await find(email);
      return press(user._id, { id: randomUUID(), seen: acts, act });
    },
    async audit(before?: string): Promise<{ lines: AuditLine[]; nextBefore: string | null }> {
      const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
      const { body } = await server.call('GET', `/api/admin/audit${query}`, token);
      return body as unknown as { lines: AuditLine[]; nextBefore: string | null };
    },
  };
}
