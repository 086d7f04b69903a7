/** Timeouts for model requests in milliseconds. Keep-alive comments do not count as activity. */
export interface ModelLimits {
  /** To connect. */
  connectMs: number;
  /**
   * Until the first part of a reply, and between events before it. Long, because a local server loads its model first
   * and some models think.
   */
  firstEventMs: number;
  /** Between events of a reply. */
  betweenEventsMs: number;
  /** Minimum for both of these in Thinking, because some models think without sending anything. */
  thinkingMs: number;
  /** For a short text without streaming. */
  completeMs: number;
  /** For a picture. */
  pictureMs: number;
  /** For a transcription of at most five minutes of speech. */
  transcriptionMs: number;
  /** For a spoken sentence. */
  speechMs: number;
  /** For a check of a question. */
  moderationMs: number;
  /** For a probe of what a server offers. */
  probeMs: number;
}

export const DEFAULT_LIMITS: ModelLimits = {
  connectMs: 15_000,
  firstEventMs: 180_000,
  betweenEventsMs: 90_000,
  thinkingMs: 300_000,
  completeMs: 60_000,
  pictureMs: 180_000,
  transcriptionMs: 60_000,
  speechMs: 30_000,
  moderationMs: 5_000,
  probeMs: 5_000,
};
