/** How long the server waits for a peer that does not take, or does not send. Milliseconds. */
export interface Deadlines {
  /** Between two heartbeats of an event stream, and between two looks at its reader. */
  heartbeat: number;
  /** For the reader of an event stream, which can resume. */
  unreadStream: number;
  /** For the reader of a long answer, each 64 KB; less while others wait for its place. */
  unreadAnswer: number;
  contestedAnswer: number;
  /** For the sender of a body, each 64 KB; less while others wait for its place. */
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
