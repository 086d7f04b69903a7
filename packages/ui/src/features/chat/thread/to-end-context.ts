import { createContext } from 'react';

/** Leads to the end of the thread and stays there, as for somebody who has just asked something. */
export const ToEndContext = createContext<() => void>(() => {});
