/** How much of one kind of work runs and queues in one process. */
export interface WorkLimit {
  /** The work that takes a place. */
  what: string;
  /** Places in total, per network address and per user. */
  places: number;
  perAddress: number;
  perUser: number;
  /** Maximum queue length per user and address, and in total. */
  waitingPerUser: number;
  waiting: number;
  /** The longest wait, in seconds. */
  waitSeconds: number;
  /** Seconds after which a rejected caller should retry. */
  retrySeconds: number;
}

/**
 * All scarce work with its limits. A caller that exceeds its places queues in turns with the others (`FairScheduler`).
 * docs/operations.md has the same table; a test compares them.
 */
export const WORK_LIMITS = {
  turns: {
    what: 'a request of a signed-in user, until it asks for another place or its response ends',
    places: 512,
    perAddress: 384,
    perUser: 6,
    waitingPerUser: 100,
    waiting: 5000,
    waitSeconds: 15,
    retrySeconds: 5,
  },
  passwords: {
    what: 'hashing a password; a user is an account asked for from one address',
    places: 2,
    perAddress: 1,
    perUser: 1,
    waitingPerUser: 20,
    waiting: 1000,
    waitSeconds: 15,
    retrySeconds: 5,
  },
  bodies: {
    what: 'receiving a file, or a message of more than 128 KB',
    places: 12,
    perAddress: 9,
    perUser: 3,
    waitingPerUser: 8,
    waiting: 500,
    waitSeconds: 30,
    retrySeconds: 5,
  },
  uploads: {
    what: 'a file, until it is stored',
    places: 100,
    perAddress: 80,
    perUser: 3,
    waitingPerUser: 16,
    waiting: 500,
    waitSeconds: 60,
    retrySeconds: 5,
  },
  documents: {
    what: 'reading or drawing a document, or measuring a recording, in a process of its own',
    places: 4,
    perAddress: 3,
    perUser: 1,
    waitingPerUser: 4,
    waiting: 32,
    waitSeconds: 45,
    retrySeconds: 5,
  },
  pictures: {
    what: 'encoding a picture',
    places: 2,
    perAddress: 2,
    perUser: 1,
    waitingPerUser: 4,
    waiting: 48,
    waitSeconds: 30,
    retrySeconds: 5,
  },
  transcriptions: {
    what: 'a recording, until its text is sent',
    places: 24,
    perAddress: 16,
    perUser: 1,
    waitingPerUser: 2,
    waiting: 200,
    waitSeconds: 60,
    retrySeconds: 5,
  },
  speeches: {
    what: 'a sentence to speak, until its audio is sent',
    places: 48,
    perAddress: 24,
    perUser: 2,
    waitingPerUser: 4,
    waiting: 400,
    waitSeconds: 30,
    retrySeconds: 5,
  },
  moderations: {
    what: 'checking a question, with `MODERATION`',
    places: 64,
    perAddress: 48,
    perUser: 8,
    waitingPerUser: 64,
    waiting: 1000,
    waitSeconds: 10,
    retrySeconds: 5,
  },
  sharedPages: {
    what: 'rendering a shared page',
    places: 2,
    perAddress: 1,
    perUser: 1,
    waitingPerUser: 8,
    waiting: 100,
    waitSeconds: 20,
    retrySeconds: 5,
  },
  completions: {
    what: 'a reply for a program, at /v1',
    places: 1000,
    perAddress: 200,
    perUser: 8,
    waitingPerUser: 16,
    waiting: 1000,
    waitSeconds: 20,
    retrySeconds: 5,
  },
  searches: {
    what: 'searching conversations',
    places: 2,
    perAddress: 2,
    perUser: 1,
    waitingPerUser: 8,
    waiting: 500,
    waitSeconds: 10,
    retrySeconds: 5,
  },
  reads: {
    what: 'reading a piece of a long answer from the store',
    places: 4,
    perAddress: 3,
    perUser: 1,
    waitingPerUser: 64,
    waiting: 2000,
    waitSeconds: 15,
    retrySeconds: 5,
  },
  answers: {
    what: 'sending a long answer: a history, a file, a download of everything',
    places: 512,
    perAddress: 384,
    perUser: 6,
    waitingPerUser: 64,
    waiting: 2000,
    waitSeconds: 20,
    retrySeconds: 5,
  },
  events: {
    what: 'an open stream of /api/events',
    places: 20_000,
    perAddress: 2000,
    perUser: 30,
    waitingPerUser: 0,
    waiting: 0,
    waitSeconds: 0,
    retrySeconds: 60,
  },
  readers: {
    what: 'an open stream of a reply',
    places: 20_000,
    perAddress: 2000,
    perUser: 100,
    waitingPerUser: 0,
    waiting: 0,
    waitSeconds: 0,
    retrySeconds: 60,
  },
} as const satisfies Record<string, WorkLimit>;

export type WorkKind = keyof typeof WORK_LIMITS;
