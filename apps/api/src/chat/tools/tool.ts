import type { ToolName } from '@parley/core';
import type { z } from 'zod';
import type { ModelPicture } from '../model/model.ts';

/** What a tool returns to the model. */
export interface ToolResult {
  text: string;
  /** Name of the document that holds the text, when its words are a stranger's. */
  document?: string;
  pictures?: ModelPicture[];
  /**
   * Set when strangers' words are in the text. `found`: search results; the reply draws and remembers nothing from then
   * on. `read`: the text of a page; the reply uses no tools from then on.
   */
  strangers?: 'found' | 'read';
}

/** A function that the model may call in Normal. */
export interface Tool<Arguments = unknown> {
  name: string;
  /** For the model. */
  description: string;
  schema: z.ZodType<Arguments>;
  /** Its name in the tool panel. */
  shown: ToolName;
  /** Calls per reply. */
  limit: number;
  /** Describes the call in the tool panel. */
  detailOf?(given: Arguments): string;
  /**
   * Runs one call. Throws an `AppError` whose message the model reads. Rejects, with every socket closed, once `signal`
   * aborts.
   */
  run(given: Arguments, signal: AbortSignal): Promise<ToolResult>;
}
