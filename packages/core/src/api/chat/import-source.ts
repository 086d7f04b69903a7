import { z } from 'zod';

/** The products whose exports can be imported. */
export const ImportSource = z.enum(['chatgpt', 'claude', 'librechat', 'open-webui', 'parley']);
export type ImportSource = z.infer<typeof ImportSource>;
