import { createContext } from 'react';

/** Whether the surrounding reply is streaming: its content arrives in small pieces and may render at once. */
export const StreamingContext = createContext(false);
