import { randomUUID } from 'node:crypto';
import type { Attachment, UploadResponse } from '@parley/core';
import type { Account } from '../account.ts';
import type { TestFile } from '../files.ts';
import type { Stack } from '../stack/stack.ts';

/** Forces a new connection: a keep-alive connection may close just as a busy process reuses it. */
const NEW_CONNECTION = { Connection: 'close' };

/** Uploads a file without a browser and returns any response. */
export function sendFile({ url }: Stack, { token }: Account, { name, mimeType, buffer }: TestFile): Promise<Response> {
  return fetch(`${url}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...NEW_CONNECTION, 'Content-Type': mimeType, Authorization: `Bearer ${token}` },
    body: new Uint8Array(buffer),
  });
}

/** Sends a message with files, reads the reply to its end and returns the conversation's id and the attachments. */
export async function askWithFiles(stack: Stack, account: Account, text: string, files: TestFile[]) {
  const attachments: Attachment[] = [];
  for (const file of files) {
    const response = await sendFile(stack, account, file);
    if (!response.ok) throw new Error(`${file.name}: ${response.status} ${await response.text()}`);
    attachments.push(((await response.json()) as UploadResponse).file);
  }
  const conversationId = randomUUID();
  const response = await fetch(`${stack.url}/api/chat/stream`, {
    method: 'POST',
    headers: { ...NEW_CONNECTION, 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({
      conversationId,
      text,
      clientMessageId: randomUUID(),
      attachmentIds: attachments.map(({ id }) => id),
    }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${answer}`);
  return { conversationId, attachments };
}
