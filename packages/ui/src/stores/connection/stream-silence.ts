/** Milliseconds without a byte after which a stream is dead: the server sends a heartbeat every 15 s. */
export const SILENCE = 35_000;
/** Milliseconds after which one is worth a new connection when somebody comes back to look: more than a heartbeat's pace. */
export const SUSPECT = 20_000;
