import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Attachment, Message } from '@parley/core';
import type { ConversationStore, FileRecord } from '../storage/storage.ts';
import { fileIdOf, fileUrl } from './file-url.ts';

/**
 * Window for which a URL stays the same, so that caches work. It is valid in this window and the next, at most a day.
 */
const WINDOW_S = 12 * 3600;
/** Matches a URL in the JSON of a message. In a user's text the quotes around it would be escaped. */
const IN_JSON = /("(?:url|imageUrl|attachedImageUri|previousImageUrl)":)("\/api\/files\/[\w-]{1,64}")/g;

/** Signed picture URLs for `<img>`, which sends no token. They are valid for one reader and at most a day. */
export interface PictureAddresses {
  attachment(attachment: Attachment, readerId: string): Attachment;
  message(message: Message, readerId: string): Message;
  /** Signs the URLs in serialized events. */
  frames(text: string, readerId: string): string;
  /** Seconds for which this query still opens a picture of this user; 0 if it is invalid. */
  secondsLeft(file: FileRecord, query: { until?: unknown; key?: unknown }): number;
}

/** `now` is in epoch milliseconds. */
export function createPictureAddresses(secret: string, now: () => number): PictureAddresses {
  const signingKey = new Uint8Array(hkdfSync('sha256', secret, '', 'addresses of pictures', 32));
  const keyOf = (id: string, readerId: string, until: string) =>
    createHmac('sha256', signingKey).update(`${id} ${readerId} ${until}`).digest('base64url').slice(0, 32);

  function sign(url: string, readerId: string): string {
    const id = fileIdOf(url);
    if (id === null) return url;
    const until = String((Math.floor(now() / 1000 / WINDOW_S) + 2) * WINDOW_S);
    return `${fileUrl(id)}?until=${until}&key=${keyOf(id, readerId, until)}`;
  }

  const attachment = (file: Attachment, readerId: string): Attachment =>
    file.kind === 'image' ? { ...file, url: sign(file.url, readerId) } : file;

  return {
    attachment,
    message(message, readerId) {
      const { attachments, attachedImageUri, previousImageUrl, imageUrl } = message;
      return {
        ...message,
        ...(attachments && { attachments: attachments.map((file) => attachment(file, readerId)) }),
        ...(attachedImageUri !== undefined && { attachedImageUri: sign(attachedImageUri, readerId) }),
        ...(previousImageUrl !== undefined && { previousImageUrl: sign(previousImageUrl, readerId) }),
        ...(imageUrl !== undefined && { imageUrl: sign(imageUrl, readerId) }),
      };
    },
    frames: (text, readerId) =>
      text.replace(IN_JSON, (_all, name: string, url: string) => {
        return name + JSON.stringify(sign(JSON.parse(url) as string, readerId));
      }),
    secondsLeft({ userId, attachment: { id, kind } }, { until, key }) {
      if (kind !== 'image' || typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,12}$/.test(until))
        return 0;
      const wanted = Buffer.from(keyOf(id, userId, until));
      const given = Buffer.from(key);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
      return Math.max(0, Number(until) - Math.floor(now() / 1000));
    },
  };
}

/** Decorates the store so that messages carry signed picture URLs for their reader. */
export function withPictureAddresses(conversations: ConversationStore, addresses: PictureAddresses): ConversationStore {
  return {
    ...conversations,
    async messages(userId, id, page) {
      const found = await conversations.messages(userId, id, page);
      return found && { ...found, items: found.items.map((message) => addresses.message(message, userId)) };
    },
    async lastMessages(userId, ids, limit) {
      const found = await conversations.lastMessages(userId, ids, limit);
      for (const [id, messages] of found) {
        found.set(
          id,
          messages.map((message) => addresses.message(message, userId)),
        );
      }
      return found;
    },
  };
}
