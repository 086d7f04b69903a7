import { fieldsOf } from './json-fields.ts';
import { readChatgpt } from './read-chatgpt.ts';
import { readClaude } from './read-claude.ts';
import { readLibrechat } from './read-librechat.ts';
import { readOpenWebui } from './read-open-webui.ts';
import { readParley } from './read-parley.ts';
import type { ExportEntry } from './to-imported.ts';

/**
 * Reads one conversation of an export, whatever product it is from. Null for a value that is none: exports have other
 * lists beside their conversations. `now` is in epoch milliseconds.
 */
export function readEntry(value: unknown, now: number): ExportEntry | null {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(fieldsOf(value), name));
  if (has('mapping', 'current_node', 'moderation_results')) return readChatgpt(value, now);
  if (has('chat_messages')) return readClaude(value, now);
  if (has('chat')) return readOpenWebui(value, now);
  if (has('currentBranch', 'webSearchEnabled')) return readParley(value);
  if (has('conversationId') && has('messages', 'messagesTree')) return readLibrechat(value, now);
  return null;
}
