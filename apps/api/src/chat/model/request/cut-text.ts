/**
 * A document in a message, with any attributes. The quantifier is bounded, so that hostile text takes no longer than
 * other text.
 */
const DOCUMENT = /(<document\b[^>]{0,500}>\n?)([^]*?)(\n?<\/document>)/g;
const CLOSING = '</document>';

/** The beginning of the text with a note about the rest: at most `room` characters if the note fits. */
export function cutText(text: string, room: number): string {
  if (text.length <= room) return text;
  const total = text.length;
  const length = Math.max(room - `\n[cut: first ${total} of ${total} characters]`.length, 0);
  const kept = beginning(text, length);
  return `${kept}\n[cut: first ${kept.length} of ${total} characters]`;
}

/** Cuts the documents of a message to `room` characters in total; short documents stay whole. */
export function cutDocuments(message: string, room: number): string {
  // Stop at the last closing tag: past it, every opening tag would trigger a futile search.
  const last = message.lastIndexOf(CLOSING);
  const end = last === -1 ? 0 : last + CLOSING.length;
  const wrapped = message.slice(0, end);
  const lengths = [...wrapped.matchAll(DOCUMENT)].map(([, , text = '']) => text.length);
  const share = fairShare(lengths, room);
  const shortened = wrapped.replace(
    DOCUMENT,
    (_, opening: string, text: string, closing: string) => `${opening}${cutText(text, share)}${closing}`,
  );
  return shortened + message.slice(end);
}

/** The first characters of a text, without splitting a surrogate pair. */
export function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Computes the limit for each item: the room that short ones leave goes to long ones. */
function fairShare(lengths: number[], room: number): number {
  let left = room;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}
