import { createContext } from 'react';

/** Whether the reply around it is being written: what comes in then comes bit by bit, and may be drawn at once. */
export const StreamingContext = createContext(false);
