import { AppError, type NewShare, type ReportedPage, type Share, type ShareOptions } from '@parley/core';

const TIME = '2026-01-01T00:00:00.000Z';

/** The calls about share links, answered from memory. `answer` records a call and may fail or delay it. */
export class ScriptedShares {
  stored: Share[] = [];
  reported: ReportedPage[] = [];
  readonly #answer: (call: string) => Promise<void>;

  constructor(answer: (call: string) => Promise<void>) {
    this.#answer = answer;
  }

  put(id: string, fields: Partial<Share> = {}): Share {
    const options = { hasReasoning: false, hasAttachments: false, expiresAt: null };
    const times = { createdAt: TIME, updatedAt: TIME };
    const url = `https://parley.example/share/${id}`;
    const share = { id, conversationId: 'c', url, title: 'Tea', messageCount: 2, ...options, ...times, ...fields };
    this.stored.unshift(share);
    return share;
  }

  list = async (): Promise<Share[]> => {
    await this.#answer('shares');
    return [...this.stored];
  };
  create = async ({ id, conversationId, ...options }: NewShare): Promise<Share> => {
    await this.#answer(`share ${conversationId} ${JSON.stringify(options)}`);
    const known = this.stored.find((share) => share.id === id);
    if (known) return known;
    const { hasReasoning = false, hasAttachments = false } = options;
    return this.put(id, { conversationId, hasReasoning, hasAttachments });
  };
  update = async (id: string, options: Partial<ShareOptions>): Promise<Share> => {
    await this.#answer(`updateShare ${id} ${JSON.stringify(options)}`);
    const found = this.stored.find((share) => share.id === id);
    if (!found) throw new AppError('not-found');
    return Object.assign(found, { messageCount: found.messageCount + 2 });
  };
  revoke = async (id: string): Promise<void> => {
    await this.#answer(`revokeShare ${id}`);
    if (!this.stored.some((share) => share.id === id)) throw new AppError('not-found');
    this.stored = this.stored.filter((share) => share.id !== id);
  };
  copy = async (token: string): Promise<string> => {
    await this.#answer(`copyShare ${token}`);
    return 'copied';
  };
  reports = async (): Promise<ReportedPage[]> => [...this.reported];
  dismissReports = async (id: string): Promise<void> => {
    await this.#answer(`dismissReports ${id}`);
    this.reported = this.reported.filter((page) => page.id !== id);
  };
  takeDownReported = async (id: string): Promise<void> => {
    await this.#answer(`takeDownReported ${id}`);
    this.reported = this.reported.filter((page) => page.id !== id);
  };
  takeDown = (url: string): Promise<void> => this.#answer(`takeDown ${url}`);
}
