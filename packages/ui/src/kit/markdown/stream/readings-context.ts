import { createContext } from 'react';
import type { Readings } from './reply-reader.ts';

/** Keeps readings of replies while a page stands. Without it, each reply that is shown again is read again. */
export const ReadingsContext = createContext<Readings | undefined>(undefined);
