import { createContext } from 'react';

/** Opens a preview of a code block. */
export type OpenPreview = (block: { language: string; code: string }) => void;

/** Undefined where there are no previews. */
export const PreviewContext = createContext<OpenPreview | undefined>(undefined);
