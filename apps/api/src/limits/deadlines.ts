/** Timeouts for peers that stop reading or sending, in milliseconds. */
export interface Deadlines {
  /** Interval of an event stream's heartbeat, which also checks its reader. */
  heartbeat: number;
  /** For the reader of an event stream, which can resume. */
  unreadStream: number;
  /** For the reader of a long response, per 64 KB; shorter while others wait for its place. */
  unreadAnswer: number;
  contestedAnswer: number;
  /** For the sender of a body, per 64 KB; shorter while others wait for its place. */
  stalledBody: number;
  contestedBody: number;
}

export const DEADLINES: Deadlines = {
  heartbeat: 15_000,
  unreadStream: 60_000,
  unreadAnswer: 15_000,
  contestedAnswer: 2_000,
  stalledBody: 20_000,
  contestedBody: 2_000,
};
