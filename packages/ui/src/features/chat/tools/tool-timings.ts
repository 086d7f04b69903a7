/** Durations of tool notices, in milliseconds. */
export const TOOL_TIMINGS = {
  /** Earliest time after a tool's start at which the toast says that it completed; a slower tool is waited for. */
  toastCompletedAfter: 2000,
  /**
   * Earliest time after a tool's start at which its toast hides. The difference between the two is how long 'Completed'
   * shows.
   */
  toastHiddenAfter: 3000,
  /** How long the row of a call that ended and the toast of one that failed stay. */
  endRemovedAfter: 2000,
  /** Duration of the panel's fold animation. */
  panelFoldsFor: 160,
} as const;
