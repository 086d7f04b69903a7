import { t } from '@parley/core';
import type { ImportedConversation } from '@parley/core';
import { readEntry, type FileReference } from '@parley/core/import';
import { baseName, openArchive, type ExportArchive, type FileProblem, type JsonPart } from './export-archive.ts';
import { readJsonValues, UnreadableError } from './read-json-values.ts';

/** A conversation of an export as the preview lists it. */
export interface FoundConversation {
  /** Its source and its ID in the export. */
  key: string;
  title: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** What an export contains. */
export interface ExportPreview {
  conversations: FoundConversation[];
  /** ISO 8601, of the first message; null without any conversation. */
  earliest: string | null;
  files: number;
  broken: number;
  problems: FileProblem[];
}

/** A conversation to import, with the files to upload for it. */
export interface ConversationToImport {
  conversation: ImportedConversation;
  files: { messageId: string; file: File | null }[];
}

/** An export that was opened; reads it from its files each time. */
export interface ExportReader {
  /** `onProgress` gets the share that was read, from 0 to 1. */
  preview(onProgress: (share: number) => void): Promise<ExportPreview>;
  /** Yields the conversations with these keys, one at a time. */
  read(keys: ReadonlySet<string>): AsyncIterable<ConversationToImport>;
}

const SHARD = /(^|\/)conversations-(\d{1,5})\.json$/i;
/** The name of a file in which every item is a conversation. */
const CONVERSATIONS = /^conversations/i;
const MANIFEST = /(^|\/)export_manifest\.json$/i;

/** Opens an export. `now` is in epoch milliseconds; no time in it is later. */
export async function openExport(files: File[], now: number): Promise<ExportReader> {
  const archive = await openArchive(files);
  return {
    async preview(onProgress) {
      const conversations = new Map<string, FoundConversation>();
      const problems = [...archive.problems, ...(await missingShards(archive))];
      let [broken, fileCount] = [0, 0];
      let earliest: string | null = null;
      for await (const { entry, key } of entriesOf(archive, now, { onProgress, problems })) {
        if (entry === 'broken') broken++;
        if (typeof entry === 'string' || key === null) continue;
        const { title, updatedAt, messages } = entry.conversation;
        const first = messages[0]?.timestamp ?? updatedAt;
        if (earliest === null || first < earliest) earliest = first;
        if (!conversations.has(key)) fileCount += entry.files.length;
        conversations.set(key, { key, title, updatedAt });
      }
      if (conversations.size === 0 && broken === 0 && problems.length === 0) {
        const [{ name: file } = { name: '' }, ...others] = files;
        problems.push({
          file,
          problem:
            others.length === 0
              ? t`${file} has no conversations that can be imported.`
              : t`These files have no conversations that can be imported.`,
        });
      }
      const listed = [...conversations.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
      return { conversations: listed, earliest, files: fileCount, broken, problems };
    },
    async *read(keys) {
      for await (const { entry, key } of entriesOf(archive, now, { onProgress: () => {}, problems: [] })) {
        if (typeof entry === 'string' || key === null || !keys.has(key)) continue;
        const found: ConversationToImport['files'] = [];
        for (const each of entry.files) {
          found.push({ messageId: each.messageId, file: await fileOf(archive, each) });
        }
        yield { conversation: entry.conversation, files: found };
      }
    },
  };
}

async function fileOf(archive: ExportArchive, file: FileReference): Promise<File | null> {
  if (!('reference' in file)) return new File([file.text], file.name, { type: 'text/plain' });
  const { reference, name } = file;
  const found = await archive.file(reference);
  return found && name !== undefined ? new File([found], name) : found;
}

interface Hooks {
  onProgress: (share: number) => void;
  problems: FileProblem[];
}

/** Reads every conversation of the JSON files; `key` is null for one that cannot be imported. */
async function* entriesOf({ parts }: ExportArchive, now: number, { onProgress, problems }: Hooks) {
  const total = parts.reduce((sum, { size }) => sum + size, 1);
  let done = 0;
  for (const part of parts) {
    if (!MANIFEST.test(part.name)) {
      try {
        for await (const value of readJsonValues(part.open())) {
          const entry = readEntry(value, now) ?? (CONVERSATIONS.test(baseName(part.name)) ? 'broken' : 'empty');
          const key = typeof entry === 'string' ? null : `${entry.conversation.source} ${entry.conversation.id}`;
          yield { entry, key };
        }
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        problems.push({ file: part.name, problem: error.describe(part.name) });
      }
    }
    done += part.size;
    onProgress(done / total);
  }
}

/** The numbered files of an export that are missing between others, or that its manifest names. */
async function missingShards({ parts }: ExportArchive): Promise<FileProblem[]> {
  const present = parts.filter(({ name }) => SHARD.test(name)).map(({ name }) => baseName(name));
  const numbers = present.map(numberIn);
  const width = /\d+/.exec(present[0] ?? '')?.[0].length ?? 0;
  const between = Array.from(
    { length: Math.max(-1, ...numbers) + 1 },
    (_, number) => `conversations-${String(number).padStart(width, '0')}.json`,
  );
  const manifests = parts.filter(({ name }) => MANIFEST.test(name));
  const listed = (await Promise.all(manifests.map(shardsIn))).flat();
  const missing = new Map([...between, ...listed].map((name) => [numberIn(name), name]));
  for (const number of numbers) missing.delete(number);
  return [...missing.values()].map((file) => ({
    file,
    problem: t`${file} is missing. Choose all parts of the export.`,
  }));
}

/** The numbered files that a manifest names, wherever in it; none if it is damaged. */
async function shardsIn(manifest: JsonPart): Promise<string[]> {
  const names: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && SHARD.test(value)) names.push(baseName(value));
    if (typeof value === 'object' && value !== null) Object.entries(value).flat().forEach(visit);
  };
  try {
    for await (const value of readJsonValues(manifest.open())) visit(value);
  } catch {
    // A damaged manifest is no reason to refuse the conversations.
  }
  return names;
}

function numberIn(shard: string): number {
  return Number(SHARD.exec(shard)?.[2]);
}
