import { headingOf } from './documents.ts';

/**
 * The lines around a part of a reply that its product shows by itself: a text to copy in ChatGPT, an artifact in
 * LibreChat. The first line has fields, the last one only colons.
 */
const OPENING = /^:::(?:writing|artifact)\{(.{0,1000})\}[ \t]{0,9}$/gm;
const CLOSING = /^:::[ \t]{0,9}$/gm;
const TITLE = /\b(?:subject|title)="([^"]*)"/;

/** The reply with these parts in it, each below its title. */
export function withoutContainerMarks(reply: string): string {
  const opened = reply.replaceAll(OPENING, (_line, fields: string) => {
    const heading = headingOf(TITLE.exec(fields)?.[1] ?? '');
    return heading === '' ? '' : `\n${heading}\n`;
  });
  return opened === reply ? reply : opened.replaceAll(CLOSING, '');
}
