import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Up to the longest wait that users accept. */
const WAIT_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** All metrics, in Prometheus format. No label identifies a user, and each has few values. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    /** Collects Node's own process metrics; called only if /metrics is enabled. */
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    /** Registers the source of the number of running replies, read on each scrape. */
    watchRunning: (count: () => number) =>
      new Gauge({
        name: 'parley_replies_running',
        help: 'Replies that this process is writing.',
        registers,
        collect() {
          this.set(count());
        },
      }),
    /** Registers the source of the cluster's connection state, read on each scrape. */
    watchCluster: (isReached: () => boolean) =>
      new Gauge({
        name: 'parley_cluster_reached',
        help: '1 while this process is connected to the others, 0 while it works alone; always 1 for a single process.',
        registers,
        collect() {
          this.set(isReached() ? 1 : 0);
        },
      }),
    /** Registers the schedulers whose running and queued work is read on each scrape. */
    watchWork(work: Record<string, { running: number; waiting: number }>): void {
      const gauge = (name: string, help: string, read: (of: { running: number; waiting: number }) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['kind'],
          registers,
          collect() {
            for (const [kind, of] of Object.entries(work)) this.set({ kind }, read(of));
          },
        });
      gauge('parley_work_running', 'Places of scarce work that are taken.', ({ running }) => running);
      gauge('parley_work_waiting', 'Callers that wait for a place.', ({ waiting }) => waiting);
    },
    workWaitSeconds: new Histogram({
      name: 'parley_work_wait_seconds',
      help: 'From asking for a place to having it.',
      labelNames: ['kind'],
      buckets: WAIT_SECONDS,
      registers,
    }),
    workRefused: new Counter({
      name: 'parley_work_refused_total',
      help: 'Callers that got no place: too many of their own waited, they waited too long, or they hung up.',
      labelNames: ['kind'],
      registers,
    }),
    requests: new Counter({
      name: 'parley_http_requests_total',
      help: 'Answered requests; a stream counts when it ends.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'From a request to the end of its answer; streams are left out.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    repliesStarted: new Counter({
      name: 'parley_replies_started_total',
      help: 'Messages that were accepted.',
      labelNames: ['mode'],
      registers,
    }),
    repliesEnded: new Counter({
      name: 'parley_replies_ended_total',
      help: 'Replies whose end is stored, by how they ended.',
      labelNames: ['outcome'],
      registers,
    }),
    firstTokenSeconds: new Histogram({
      name: 'parley_reply_first_token_seconds',
      help: 'From accepting a message to the first words, search or picture of its reply.',
      labelNames: ['mode'],
      buckets: WAIT_SECONDS,
      registers,
    }),
    upstreamFirstTokenSeconds: new Histogram({
      name: 'parley_upstream_first_token_seconds',
      help: 'From asking the model to its first event.',
      buckets: WAIT_SECONDS,
      registers,
    }),
    upstreamErrors: new Counter({
      name: 'parley_upstream_errors_total',
      help: 'Errors of the models for replies, images, dictation, speech and moderation, by code.',
      labelNames: ['part', 'code'],
      registers,
    }),
    flaggedQuestions: new Counter({
      name: 'parley_questions_flagged_total',
      help: 'Questions that the moderation model flagged; one in several categories counts in each.',
      labelNames: ['category'],
      registers,
    }),
    costDollars: new Counter({
      name: 'parley_cost_dollars_total',
      help: 'What ended replies and other calls of this process cost at list prices.',
      labelNames: ['mode', 'model'],
      registers,
    }),
    tokens: new Counter({
      name: 'parley_tokens_total',
      help: 'Tokens of ended replies and other calls: input, cached (part of input), output, reasoning (part of output).',
      labelNames: ['model', 'kind'],
      registers,
    }),
    unpricedRequests: new Counter({
      name: 'parley_unpriced_requests_total',
      help: 'Requests to models without a price, whose cost is unknown.',
      labelNames: ['model'],
      registers,
    }),
    mails: new Counter({
      name: 'parley_mails_total',
      help: 'Tries to hand a mail to the mail server.',
      labelNames: ['outcome'],
      registers,
    }),
    droppedMails: new Counter({
      name: 'parley_mails_dropped_total',
      help: 'Mails that were given up: refused, tried too often, or too many waiting.',
      registers,
    }),
    checkpointSeconds: new Histogram({
      name: 'parley_checkpoint_seconds',
      help: 'Storing the progress of all running replies, once a tick.',
      buckets: REQUEST_SECONDS,
      registers,
    }),
    checkpointErrors: new Counter({
      name: 'parley_checkpoint_errors_total',
      help: 'Progress that could not be stored; it is tried again.',
      registers,
    }),
  };
}
