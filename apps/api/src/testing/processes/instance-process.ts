// A test server in its own process, one of several, on a database or on storage lent by the test: node
// instance-process.ts <Redis URL> <lease in ms> <model base URL> <extra settings> <port> <folder of the journal or nothing>
// [<database URL>]
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { openBackends } from '../../chat/backends.ts';
import { ReplyJournal } from '../../chat/replies/journal/reply-journal.ts';
import { openRedisCluster } from '../../cluster/redis/open-redis-cluster.ts';
import { endOnSignal } from '../../end-on-signal.ts';
import { PriceList } from '../../spending/prices.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { borrowStorage } from '../lent-storage.ts';
import { TEST_HASH_COST, TEST_SETTINGS } from '../test-settings.ts';
import { TEST_CONTENT } from '../test-content.ts';

const [redisUrl = '', leaseMs = '', baseUrl = '', settings = '{}', port = '0', journalDir, database] =
  process.argv.slice(2);
const { prices, ...more } = JSON.parse(settings);
const logger = pino({ level: 'silent' });
const storage = database ? await openStorage(database, { filesDir: '/nowhere' }) : await borrowStorage();
const cluster = await openRedisCluster({ url: redisUrl, leaseMs: Number(leaseMs), logger });
const app = createApp({
  settings: { ...TEST_SETTINGS, ...more },
  storage,
  cluster,
  ...(journalDir && { journal: new ReplyJournal(journalDir, () => cluster.id, logger) }),
  backends: openBackends(
    { model: null, imageModel: null, transcriber: null, speaker: null, search: null, api: 'responses' },
    { openai: baseUrl, search: baseUrl },
  ),
  content: TEST_CONTENT,
  ...(prices && { prices: new PriceList(prices) }),
  hashCost: TEST_HASH_COST,
  mailer: null,
  logger,
});
await app.replies.recover();
process.on('disconnect', () => process.exit(0));
const server = createServer(app.handler);
endOnSignal(server, app, logger, { isBehindProxy: port !== '0', release: () => cluster.close() });
server.listen(Number(port), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
