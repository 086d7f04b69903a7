/** How long what is said about tools stands there, in milliseconds. */
export const TOOL_TIMINGS = {
  /** From a tool's start, at the earliest, until the toast says that it is completed; one that takes longer is waited for. */
  toastCompletedAfter: 2000,
  /** From a tool's start, at the earliest, until its toast is gone: what was completed is said for as long as these two lie apart. */
  toastHiddenAfter: 3000,
  /** From an error until its row and its toast are gone. */
  errorRemovedAfter: 2000,
  /** How long the panel takes to fold away. */
  panelFoldsFor: 160,
} as const;
