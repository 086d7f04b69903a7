import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Frame } from '../../../cluster/shared-replies.ts';
import { CallJournal } from '../../../spending/call-journal.ts';
import type { Spending } from '../../../storage/storage.ts';

/** The id of the reply, then the frame. */
const RECORD = /^(\S+)\n(id: (\d+)\ndata: [^\n]*)$/;
/** The id of the reply, its last event, and what it has used, as JSON. */
const SPENT = /^(\S+)\nspent: (\d+) (\{[^\n]*\})$/;
const NAME = /^(.+)\.[ab]$/;

/** What the journal has of a reply beyond its last checkpoint. */
export interface JournaledReply {
  /** In order. */
  frames: Frame[];
  /** What the reply had used after the event `seq`, if a request to a provider began since the checkpoint. */
  spent: { seq: number; spending: Spending } | null;
}

/**
 * The events of running replies that no checkpoint has stored, in files. Each event is written before a reader gets it,
 * so what was shown survives when the process is killed. Nothing waits for the disk: after a power failure, replies end
 * at their last checkpoint.
 *
 * A process writes two files in turn. A checkpoint begins by changing to the other file, and empties the first one once
 * it is stored.
 */
export class ReplyJournal {
  /** What the calls beside replies have used, in a file beside these. */
  readonly calls: CallJournal;
  readonly #folder: string;
  readonly #ownerNow: () => string;
  readonly #logger: Logger;
  #owner: string | undefined;
  #files: { written: JournalFile; resting: JournalFile } | undefined;
  #isFailing = false;

  /** `owner` returns the id that this process has now as the owner of replies. */
  constructor(folder: string, owner: () => string, logger: Logger) {
    this.calls = new CallJournal(folder, owner, logger);
    this.#folder = folder;
    this.#ownerNow = owner;
    this.#logger = logger;
  }

  /** Writes an event of a reply. If that fails, the reply continues with its checkpoints alone. */
  append(generationId: string, { text }: Frame): void {
    this.#attempt(() => this.#open().written.append(generationId, `${generationId}\n${text}`));
  }

  /** Writes what a reply has used after its event `seq`, as it asks a provider, which will bill that. */
  appendSpending(generationId: string, seq: number, spending: Spending): void {
    const record = `${generationId}\nspent: ${seq} ${JSON.stringify(spending)}\n\n`;
    this.#attempt(() => this.#open().written.append(generationId, record));
  }

  /** Call as a checkpoint begins, and the returned function with the replies that it has stored. */
  beginCheckpoint(): (generationIds: string[]) => void {
    const files = this.#files;
    if (!files) return () => {};
    if (files.resting.isEmpty) this.#files = { written: files.resting, resting: files.written };
    const { resting } = this.#files ?? files;
    return (generationIds) => this.#attempt(() => generationIds.forEach((id) => resting.remove(id)));
  }

  /** Call once a reply has ended. */
  remove(generationId: string): void {
    this.#attempt(() => {
      this.#files?.written.remove(generationId);
      this.#files?.resting.remove(generationId);
    });
  }

  /** The processes with a journal in this folder, dead or alive. */
  async owners(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(ifMissing<string[]>([]));
    return [...new Set(names.flatMap((name) => NAME.exec(name)?.[1] ?? []))];
  }

  /** The replies in the journal of a dead process by `generationId`. Earlier events are stored. */
  async read(owner: string): Promise<Map<string, JournaledReply>> {
    const replies = new Map<string, JournaledReply>();
    const replyOf = (generationId: string): JournaledReply => {
      const reply = replies.get(generationId) ?? { frames: [], spent: null };
      replies.set(generationId, reply);
      return reply;
    };
    for (const path of this.#paths(owner)) {
      const text = await readFile(path, 'utf8').catch(ifMissing(''));
      // The last record may have been written in part; what follows the last blank line is none.
      for (const record of text.split('\n\n').slice(0, -1)) {
        const [, generationId, frame, seq] = RECORD.exec(record) ?? [];
        if (generationId !== undefined) {
          replyOf(generationId).frames.push({ seq: Number(seq), text: `${frame}\n\n` });
          continue;
        }
        const [, spenderId, after, spending] = SPENT.exec(record) ?? [];
        if (spenderId === undefined || spending === undefined) continue;
        const reply = replyOf(spenderId);
        if ((reply.spent?.seq ?? -1) > Number(after)) continue;
        reply.spent = { seq: Number(after), spending: JSON.parse(spending) as Spending };
      }
    }
    for (const { frames } of replies.values()) frames.sort((a, b) => a.seq - b.seq);
    return replies;
  }

  /** Deletes the journal of a dead process. */
  delete(owner: string): void {
    for (const path of this.#paths(owner)) rmSync(path, { force: true });
  }

  close(): void {
    this.#files?.written.close();
    this.#files?.resting.close();
    this.#files = undefined;
    if (this.#owner !== undefined) this.delete(this.#owner);
    this.#owner = undefined;
  }

  #open(): { written: JournalFile; resting: JournalFile } {
    const owner = this.#ownerNow();
    // Other processes considered this one dead and deleted its journal.
    if (owner !== this.#owner) this.close();
    this.#owner = owner;
    if (this.#files) return this.#files;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const [first, second] = this.#paths(owner);
    return (this.#files = { written: new JournalFile(first), resting: new JournalFile(second) });
  }

  #attempt(work: () => void): void {
    try {
      work();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#logger.warn({ err: error }, 'the journal of replies could not be written');
      this.#isFailing = true;
    }
  }

  #paths(owner: string): [string, string] {
    return [join(this.#folder, `${owner}.a`), join(this.#folder, `${owner}.b`)];
  }
}

/** A file of events, emptied once nothing needs them. */
class JournalFile {
  readonly #file: number;
  /** The replies with an event in the file that is stored nowhere else. */
  readonly #needed = new Set<string>();

  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o600);
  }

  get isEmpty(): boolean {
    return this.#needed.size === 0;
  }

  append(generationId: string, text: string): void {
    this.#needed.add(generationId);
    writeSync(this.#file, text);
  }

  remove(generationId: string): void {
    if (this.#needed.delete(generationId) && this.isEmpty) ftruncateSync(this.#file, 0);
  }

  close(): void {
    this.#needed.clear();
    closeSync(this.#file);
  }
}

function ifMissing<T>(nothing: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };
}
