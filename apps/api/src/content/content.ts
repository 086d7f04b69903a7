import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mustache from 'mustache';
import {
  INFO_PAGES,
  type AcceptedDocument,
  type InfoPageContent,
  type InfoPageId,
  type LanguageId,
  type ProductSettings,
} from '@parley/core';

/** Values for the placeholders in content files; null where the operator has set none. */
export interface ContentValues {
  product: string;
  version: string;
  messagesLimit: number;
  windowHours: number;
  /** Whether Premium limits no messages: not with plans of the operator's own. */
  isUnlimited: boolean;
  /** Whether questions are checked by a moderation service. */
  isModerated: boolean;
  /** Whose accounts can have API keys. */
  apiKeys: ProductSettings['apiKeys'];
  supportEmail: string | null;
  socialUrl: string | null;
  apiUrl: string;
}

export type Content = Record<InfoPageId, InfoPageContent>;

/** The folder of the built-in texts. */
export const SHIPPED_CONTENT = join(import.meta.dirname, '../../../../content');

/**
 * The folders of a language, in the order in which a page is looked for: an operator's page that is not translated goes
 * before our translation.
 */
export function foldersOf(language: LanguageId, folders: string[]): string[] {
  return language === 'en' ? folders : folders.flatMap((folder) => [join(folder, language), folder]);
}

/**
 * Reads and fills in every information page, taking each file from the first folder that has it. Throws an `Error` that
 * names a file that is missing, has no title or cannot be filled in.
 */
export function readContent(folders: string[], values: ContentValues): Content {
  const view = {
    ...values,
    hasApiKeys: values.apiKeys !== 'off',
    keysNeedPremium: values.apiKeys === 'premium',
    socialName: values.socialUrl && new URL(values.socialUrl).host,
  };
  const read = (name: string): string => {
    const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    if (!file) throw new Error(`${name} isn’t in any content folder: ${folders.join(', ')}`);
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  };
  const example = (name: string): string => read(join('api', name));
  const pages = INFO_PAGES.map(({ id }): [InfoPageId, InfoPageContent] => {
    const name = `${id}.md`;
    const { head, body } = splitHead(read(name));
    if (!head.title) throw new Error(`${name} must start with a "title: …" line between two "---" lines`);
    const fill = (text: string, escape: (value: string) => string): string => {
      try {
        return mustache.render(text, view, example, { escape });
      } catch (error) {
        throw new Error(`${name} cannot be filled in: ${(error as Error).message}`, { cause: error });
      }
    };
    const plain = (text: string): string => fill(text, String);
    return [
      id,
      {
        id,
        title: plain(head.title),
        description: plain(head.description ?? ''),
        markdown: fill(body, escapeMarkdown).trim(),
      },
    ];
  });
  return Object.fromEntries(pages) as Content;
}

/**
 * The versions of the pages that people accept, from the "version: …" line in their heads; none without it. Throws an
 * `Error` that names the file.
 */
export function readVersions(folders: string[]): Partial<Record<AcceptedDocument, string>> {
  const versions = (['terms', 'privacy'] as const).flatMap((id) => {
    const file = folders.map((folder) => join(folder, `${id}.md`)).find((path) => existsSync(path));
    const { version } = file ? splitHead(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).head : {};
    if (version === undefined) return [];
    if (!/^[\w.-]{1,40}$/.test(version)) {
      throw new Error(
        `${id}.md must have a version of at most 40 letters, digits, dots and dashes, such as 2026-12-01`,
      );
    }
    return [[id, version]];
  });
  return Object.fromEntries(versions) as Partial<Record<AcceptedDocument, string>>;
}

function splitHead(text: string): { head: Record<string, string | undefined>; body: string } {
  const [, lines = '', body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const entries = lines.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
  return { head: Object.fromEntries(entries), body };
}

/** Escapes a value, so that it is shown as text: `2_b*c` stays unchanged. */
function escapeMarkdown(value: unknown): string {
  return String(value).replace(/[\\`*_[\]<>#|~&]/g, (sign) => `\\${sign}`);
}
