import type { Attachment } from '@parley/core';
import { dataUri } from '../model/request/data-uri.ts';
import type { TurnFiles } from '../modes/mode.ts';
import type { ModeratedContent } from '../model/moderator.ts';

export interface AskedMessage {
  text: string;
  attachments?: readonly Pick<Attachment, 'id' | 'kind'>[] | null;
}

/** What a request asks. */
export interface Asked {
  question: AskedMessage;
  /** Reads the sender's earlier questions and instructions that are not checked yet, oldest first. */
  earlier(): Promise<readonly AskedMessage[]>;
  files: Pick<TurnFiles, 'bytes' | 'text'>;
}

/** More than the longest message. What is beyond is not checked. */
export const MAX_CHARACTERS = 250_000;
/** Services judge short texts best, and refuse very long ones. */
const PIECE_CHARACTERS = 10_000;
/** As many as the model sees. */
const MAX_PICTURES = 8;

/** The content to check, within limits: the newest message first, and of each its text, then its files. */
export async function contentOf(messages: readonly AskedMessage[], files: Asked['files']): Promise<ModeratedContent> {
  const texts: string[] = [];
  const pictures: string[] = [];
  const seen = new Set<string>();
  let left = MAX_CHARACTERS;

  function addText(text: string): void {
    const checked = text.trim().slice(0, left);
    left -= checked.length;
    for (let at = 0; at < checked.length; at += PIECE_CHARACTERS) {
      texts.push(checked.slice(at, at + PIECE_CHARACTERS).toWellFormed());
    }
  }

  async function addFile({ id, kind }: Pick<Attachment, 'id' | 'kind'>): Promise<void> {
    if (seen.has(id)) return;
    seen.add(id);
    if (kind !== 'image') {
      if (left > 0) addText((await files.text(id)) ?? '');
    } else if (pictures.length < MAX_PICTURES) {
      const picture = await files.bytes(id);
      if (picture) pictures.push(dataUri(picture));
    }
  }

  for (const { text, attachments } of messages) {
    addText(text);
    for (const attachment of attachments ?? []) await addFile(attachment);
  }
  return { texts, pictures };
}
