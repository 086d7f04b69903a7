import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { startServer } from '../relay/servers.ts';

/** Connections to /api/events per account, safely below the limit. */
const PER_ACCOUNT = 20;
/** Messages for which each of the bench's accounts is created. */
const MESSAGES_AN_ACCOUNT = 50;

/** Returns the process memory in KB per idle event connection. */
export async function measureListeners(listeners: number): Promise<number> {
  const server = await startServer('Parley', { deltas: 1, intervalMs: 20 });
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  try {
    const tokens = await server.accounts((listeners / PER_ACCOUNT) * MESSAGES_AN_ACCOUNT);
    const listen = async (index: number): Promise<void> => {
      const headers = { Authorization: `Bearer ${tokens[index % tokens.length]}` };
      const [response] = (await once(get(`${server.url}/api/events`, { agent, headers }), 'response')) as [
        IncomingMessage,
      ];
      if (response.statusCode !== 200) throw new Error(`the server answered ${response.statusCode}`);
      response.on('error', () => {});
      await once(response, 'data');
    };
    await listen(0);
    const before = await server.ask('memory');
    for (let index = 1; index <= listeners; index += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, offset) => listen(index + offset)));
    }
    return ((await server.ask('memory')) - before) / 1024 / listeners;
  } finally {
    agent.destroy();
    await server.close();
  }
}
