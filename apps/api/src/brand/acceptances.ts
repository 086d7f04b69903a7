import { AppError, t, type Acceptance, type AcceptancesResponse, type AcceptedDocument } from '@parley/core';
import type { AcceptanceRecord, AcceptanceStore } from '../storage/storage.ts';

/** The versions that people have to accept; without one, a page needs no acceptance. */
export type Documents = Partial<Record<AcceptedDocument, string>>;
export type Acceptances = ReturnType<typeof createAcceptances>;

const ACCEPT: Record<AcceptedDocument, string> = {
  terms: t`Accept the terms first. Reload the page to read them.`,
  privacy: t`Accept the privacy policy first. Reload the page to read it.`,
};
const ACCEPT_BOTH = t`Accept the terms and the privacy policy first. Reload the page to read them.`;

/** Who accepted which versions of the terms and the privacy page. */
export function createAcceptances(store: AcceptanceStore, documents: Documents, now: () => number) {
  const wanted = Object.entries(documents).map(([document, version]) => ({
    document: document as AcceptedDocument,
    version,
  }));
  const missing = (accepted: AcceptanceRecord[]) =>
    wanted.filter(
      ({ document, version }) => !accepted.some((each) => each.document === document && each.version === version),
    );
  /** Users who have accepted everything. Acceptances are never withdrawn while this process runs. */
  const done = new Set<string>();

  async function read(userId: string): Promise<Omit<AcceptancesResponse, 'success'>> {
    const accepted = await store.list(userId);
    return { accepted: accepted.map(presentAcceptance), missing: missing(accepted) };
  }

  return {
    read,

    /** Records that the user accepted these versions. Throws `conflict` if one of them is not the current one. */
    async accept(userId: string, accepted: { document: AcceptedDocument; version: string }[]) {
      if (accepted.some(({ document, version }) => documents[document] !== version)) throw new AppError('conflict');
      for (const each of accepted) await store.add({ userId, ...each, acceptedAt: now() });
      return read(userId);
    },

    /** Throws `forbidden` while a version is not accepted. */
    async check(userId: string): Promise<void> {
      if (wanted.length === 0 || done.has(userId)) return;
      const open = missing(await store.list(userId));
      if (open.length > 0) {
        const message = open[1] ? ACCEPT_BOTH : open[0] && ACCEPT[open[0].document];
        throw new AppError('forbidden', { ...(message !== undefined && { message }) });
      }
      if (done.size > 10_000) done.clear();
      done.add(userId);
    },
  };
}

export function presentAcceptance({ document, version, acceptedAt }: AcceptanceRecord): Acceptance {
  return { document, version, acceptedAt: new Date(acceptedAt).toISOString() };
}
