import { AppError, type Message } from '@parley/core';
import { BRANCH_END_LENGTH, type BranchRequest, type ConversationStore, type Page } from '../../../storage/storage.ts';
import { estimateTokens } from '../../model/request/fit-request.ts';
import type { BranchCache } from './branch-cache.ts';

/** Messages in the first page, and the most in each further one. */
const FIRST_PAGE = 24;
const LARGEST_PAGE = 500;
/** A question and its reply, which follow what was read ahead. */
const NEW_MESSAGES = 2;
/** Estimated tokens of the messages without a summary that are read for one. */
const MAX_LEFT_OUT = 32_000;

/** What a model reads of a branch: `messages` and `leftOut` as in `Turn`, but newest first. */
interface ReadBranch {
  messages: Message[];
  leftOut: Message[];
  summary?: string;
}

/** Estimated tokens of messages that were read before. */
const TOKENS = new WeakMap<Message, number>();

/**
 * Reads what a model has to know of one conversation. A message never changes the ones that it follows, so what was
 * read before stays the beginning of the branch wherever the question finds its place: what the last reply read, or
 * what is read ahead while the question is still being stored.
 */
export class BranchReader {
  readonly #conversations: Pick<ConversationStore, 'messages'>;
  readonly #userId: string;
  readonly #conversationId: string;
  readonly #cache: Pick<BranchCache, 'get' | 'set'>;
  /** What the last reply read. */
  readonly #known: readonly Message[];
  /** By the cursor with which they were requested; the first page has none. */
  readonly #pages = new Map<string, Promise<Page<Message> | null>>();
  #isStopped = false;

  constructor(
    conversations: Pick<ConversationStore, 'messages'>,
    cache: Pick<BranchCache, 'get' | 'set'>,
    userId: string,
    conversationId: string,
  ) {
    this.#conversations = conversations;
    this.#cache = cache;
    this.#userId = userId;
    this.#conversationId = conversationId;
    this.#known = cache.get(userId, conversationId);
  }

  /** Begins to read the branch as it is now, unless the last reply has read it. Errors are left to `read`. */
  async readAhead(contextTokens: Promise<number>): Promise<void> {
    if (this.#known.length > 0) return;
    try {
      const first = this.#request('', { limit: FIRST_PAGE });
      const [newest, tokens] = await Promise.all([first, contextTokens]);
      if (newest) await this.#readFrom(newest, '', tokens);
    } catch {
      // `read` meets it again, or does without what could not be read.
    }
  }

  /** Ends reading ahead, for a question that is not accepted. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Reads the branch back to its last summary, or until it certainly exceeds the model's context, without the message
   * `skipped`. `branchEnd` is the newest page if it is known already. Throws `not-found` when the conversation has been
   * deleted.
   */
  async read(skipped: string, contextTokens: number, branchEnd?: Page<Message>): Promise<ReadBranch> {
    const newest = branchEnd ?? (await this.#messages({ limit: this.#newestLimit() }));
    if (!newest) throw new AppError('not-found');
    return this.#readFrom(newest, skipped, contextTokens);
  }

  #newestLimit(): number {
    if (this.#pages.size > 0) return NEW_MESSAGES;
    return this.#known.length > 0 ? BRANCH_END_LENGTH : FIRST_PAGE;
  }

  async #readFrom(newest: Page<Message>, skipped: string, contextTokens: number): Promise<ReadBranch> {
    const messages: Message[] = [];
    const leftOut: Message[] = [];
    let part = messages;
    let tokens = 0;
    const room = () => (part === leftOut ? MAX_LEFT_OUT : contextTokens);
    for (let page = newest; ;) {
      for (const message of page.items.toReversed()) {
        if (message.id === skipped) continue;
        if (typeof message.summary === 'string') {
          if (part === messages) this.#keep([...messages, message]);
          return { messages, leftOut, summary: message.summary };
        }
        if (message.summary === null && part === messages) {
          part = leftOut;
          tokens = 0;
        }
        tokens += tokensOf(message);
        if (part.length > 0 && tokens > room()) return { messages, leftOut };
        part.push(message);
      }
      if (page.nextBefore === null) {
        if (part === messages) this.#keep(messages);
        return { messages, leftOut };
      }
      // As many as fit if they are as long as the ones before.
      const fitting =
        part.length < NEW_MESSAGES ? 0 : Math.ceil((part.length * (room() - tokens)) / Math.max(1, tokens));
      const limit = Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, fitting));
      const next = await this.#request(page.nextBefore, { limit, before: page.nextBefore });
      if (!next) throw new AppError('not-found');
      page = next;
    }
  }

  /** Keeps a branch, newest message first, for the next reply. */
  #keep(branch: readonly Message[]): void {
    this.#cache.set(this.#userId, this.#conversationId, branch.toReversed());
  }

  #request(cursor: string, request: BranchRequest): Promise<Page<Message> | null> {
    const known = this.#pages.get(cursor);
    if (known) return known;
    const earlier = [...this.#pages.values()];
    const found = this.#find(request, earlier);
    this.#pages.set(cursor, found);
    return found;
  }

  /** Finds a page in what the last reply read or in one of the `earlier` pages; otherwise reads it from the store. */
  async #find(request: BranchRequest, earlier: Promise<Page<Message> | null>[]): Promise<Page<Message> | null> {
    const known = this.#known.findIndex(({ id }) => id === request.before);
    if (known !== -1) return { items: this.#known.slice(0, known + 1), nextBefore: null };
    for (const reading of earlier) {
      const page = await reading.catch(() => null);
      // A reply that was still written then may have become longer.
      if (!page || page.items.some(({ status }) => status === 'streaming')) continue;
      const index = page.items.findIndex(({ id }) => id === request.before);
      if (index !== -1) return { ...page, items: page.items.slice(0, index + 1) };
    }
    return this.#isStopped ? null : this.#messages(request);
  }

  #messages(request: BranchRequest): Promise<Page<Message> | null> {
    return this.#conversations.messages(this.#userId, this.#conversationId, { ...request, withoutVersions: true });
  }
}

function tokensOf(message: Message): number {
  const tokens = TOKENS.get(message) ?? estimateTokens(message.text);
  TOKENS.set(message, tokens);
  return tokens;
}
