import { domainToUnicode } from 'node:url';
import { AppError, type Message } from '@parley/core';
import { z } from 'zod';
import { isImportedId } from '../imports/import-record-of.ts';
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
    async run({ url: written }, signal) {
      // Sources have their addresses as `URL` writes them, with a slash after the host.
      const url = URL.parse(written)?.href ?? written;
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

/** Whether the user wrote the host of this address here, or a reply written here has it as a source. */
function isNamed({ messages, isImported }: Turn, url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed?.host) return false;
  const { hostname, port } = parsed;
  // People write the letters that a host has encoded.
  const names = new Set([hostname, domainToUnicode(hostname) || hostname].map((name) => name.replace(/^www\./, '')));
  const literal = [...names].map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  // Not as a part of another host: who writes github.com does not name hub.com. Chinese may stand right beside one.
  const letter = String.raw`\w\p{Lu}\p{Ll}`;
  const written = new RegExp(
    String.raw`(?<![${letter}.-])(?:www\.)?(?:${literal})${port && `:${port}`}(?![${letter}-]|\.[${letter}])`,
    'iu',
  );
  // A reply that continues another one has its sources, too.
  const isOurs = ({ id, continues }: Message) => !isImported || (!isImportedId(id) && continues === undefined);
  return messages.some(
    // Replies store addresses as `URL` writes them, so they need no parsing, of which thousands would take long.
    (message) => isOurs(message) && (message.isUser ? written.test(message.text) : message.sources?.includes(url)),
  );
}
