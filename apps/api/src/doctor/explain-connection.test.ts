import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { explainConnection } from './explain-connection.ts';

it('explains that a server did not answer within the deadline of a fetch', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const failure = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(50) }).catch(
    (error: unknown) => error,
  );
  expect(explainConnection(failure)).toBe('it doesn’t answer in time (TimeoutError)');
});

it('shows the first line of an error that it does not know', () => {
  expect(explainConnection(new Error('The moon is full.\nAnd bright.'))).toBe('The moon is full');
});
