/** Milliseconds that a model may keep us waiting. Comments that keep a connection open do not count as an answer. */
export interface ModelLimits {
  /** For a connection to be made. */
  connectMs: number;
  /** For the first of a reply, and between two events before it; long, as a local server loads its model first, and some think. */
  firstEventMs: number;
  /** Between two events of a reply. */
  betweenEventsMs: number;
  /** Both of these while a model thinks, which some do without a word. */
  thinkingMs: number;
  /** For a short text in one piece. */
  completeMs: number;
  /** For a picture. */
  pictureMs: number;
  /** For a server to say what it has. */
  probeMs: number;
}

export const DEFAULT_LIMITS: ModelLimits = {
  connectMs: 15_000,
  firstEventMs: 180_000,
  betweenEventsMs: 90_000,
  thinkingMs: 300_000,
  completeMs: 60_000,
  pictureMs: 180_000,
  probeMs: 5_000,
};
