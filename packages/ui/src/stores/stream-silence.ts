/** Milliseconds without a byte after which a stream is dead: the server sends a heartbeat every 15 s. */
export const SILENCE = 35_000;
