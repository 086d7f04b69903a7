import { AppError } from '@parley/core';
import { z } from 'zod';
import type { EmitReply, Turn } from '../modes/mode.ts';
import type { SourceList } from '../modes/source-list.ts';
import type { PageReader } from '../pages/page-reader.ts';
import type { Tool } from './tool.ts';

const MAX_ADDRESS = 2_000;

const Arguments = z.object({ url: z.string().trim().min(1).max(MAX_ADDRESS) });

/**
 * Reads a page that a search found or whose host the user wrote; no other, so that no text can make the model send what
 * it knows to an address of the text's choosing.
 */
export function readPage(
  turn: Turn,
  pages: PageReader,
  sources: SourceList,
  emit: EmitReply,
): Tool<z.infer<typeof Arguments>> {
  return {
    name: 'read_page',
    description: [
      'Reads the text of a web page: one that a search found, or one whose address the user wrote.',
      'Read all the pages that you need at once, since a reply has no tools after them. Cite a page as [n](url), with its number.',
    ].join(' '),
    schema: Arguments,
    shown: 'read_page',
    limit: 3,
    detailOf: ({ url }) => URL.parse(url)?.host ?? url,
    async run({ url }, signal) {
      if (!sources.hasNumber(url) && !isNamed(turn, url)) {
        throw new AppError('forbidden', {
          message: 'Neither a search nor the user named this address, so it is not read.',
        });
      }
      const page = await pages.read(url, { user: turn.safetyIdentifier, signal });
      const number = sources.number(page.url, page.title);
      sources.emitChanges(emit);
      return { text: `[${number}](${page.url}) ${page.title}\n\n${page.text}`, document: page.url, strangers: 'read' };
    },
  };
}

/** Whether the user wrote the host of this address in the conversation, or an earlier reply has it as a source. */
function isNamed({ messages }: Turn, url: string): boolean {
  const host = URL.parse(url)?.host.replace(/^www\./, '');
  if (host === undefined || host === '') return false;
  // Not as a part of another host: who writes github.com does not name hub.com.
  const literal = host.replaceAll(/[^\w-]/g, String.raw`\$&`);
  const written = new RegExp(String.raw`(?<![\w.-])(?:www\.)?${literal}(?![\w-]|\.\w)`, 'i');
  return messages.some(
    ({ isUser, text, sources = [] }) =>
      (isUser && written.test(text)) || sources.some((source) => URL.parse(source)?.href === url),
  );
}
