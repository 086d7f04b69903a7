import { createContext } from 'react';
import type { PreviewBlock } from './preview-block.ts';

/** Opens a preview beside the conversation around; undefined where there is none. */
export const OpenPreviewContext = createContext<((block: PreviewBlock) => void) | undefined>(undefined);
