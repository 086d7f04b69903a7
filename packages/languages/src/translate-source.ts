import { englishOf, splitMessage } from '@parley/core';
import type { Catalog } from './catalog.ts';
import { findMessages, type Message, type Span } from './find-messages.ts';

/** The texts of a module that a catalog lacks, in English. */
class UntranslatedError extends Error {}

/**
 * Replaces the messages in a module's source with their texts, so that a build has one language and looks up nothing.
 * Without a catalog the texts are the English ones. Throws an `UntranslatedError` if one is missing.
 */
export function translateSource(file: string, code: string, language: string, catalog: Catalog | null): string {
  const messages = findMessages(file, code);
  if (messages.length === 0) return code;
  return translateSpan({ start: 0, end: code.length });

  function translateSpan({ start, end }: Span): string {
    let written = '';
    let next = start;
    for (const message of messages) {
      if (message.start < next || message.end > end) continue;
      written += code.slice(next, message.start) + write(message);
      next = message.end;
    }
    return written + code.slice(next, end);
  }

  function write(message: Message): string {
    const values = message.values.map(translateSpan);
    if (message.kind === 'plural') return writePlural(message, values);
    const text = catalog ? (catalog.message(message.id) ?? fail(message)) : englishOf(message.id);
    return message.kind === 't' ? writeText(text, values) : writeNodes(text, values, isChild(code, message));
  }

  function writePlural(message: Message, values: string[]): string {
    const count = message.count ? translateSpan(message.count) : '';
    if (!catalog) {
      const one = writeText(message.one ?? '', values);
      return `(${count} === 1 ? ${one} : ${writeText(message.id, values)})`;
    }
    const texts = catalog.plural(message.id) ?? fail(message);
    const other = texts.at(-1) ?? '';
    const forms = catalog.categories
      .map((category, index) => ({ category, text: texts[index] ?? '' }))
      .filter(({ category, text }) => category !== 'other' && text !== other)
      .map(({ category, text }) => `${category}: ${writeText(text, values)}`);
    if (forms.length === 0) return writeText(other, values);
    const rules = `new Intl.PluralRules(${JSON.stringify(language)})`;
    return `(({ ${forms.join(', ')} })[${rules}.select(${count})] ?? ${writeText(other, values)})`;
  }

  function fail({ id }: Message): never {
    throw new UntranslatedError(`${file}: not translated into ${language}: ${JSON.stringify(englishOf(id))}`);
  }
}

/** Whether a message stands between the tags of an element. */
function isChild(code: string, { start, end }: Span): boolean {
  return /(?:^|[^=\s])\s*\{\s*$/.test(code.slice(0, start)) && /^\s*\}/.test(code.slice(end));
}

function writeText(text: string, values: string[]): string {
  const parts = splitMessage(text);
  if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
  const written = parts.map((part) => {
    return typeof part === 'number' ? `\${${values[part]}}` : part.replace(/[\\`]|\$(?=\{)/g, '\\$&');
  });
  return `\`${written.join('')}\``;
}

/** Writes texts and elements as the children of the element around them, or else of a fragment. */
function writeNodes(text: string, values: string[], asChildren: boolean): string {
  const nodes = splitMessage(text).map((part) => (typeof part === 'number' ? values[part] : JSON.stringify(part)));
  return asChildren ? nodes.join('}{') : `<>${nodes.map((node) => `{${node}}`).join('')}</>`;
}
