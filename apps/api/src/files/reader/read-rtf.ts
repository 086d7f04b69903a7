import type { BoundedText } from './bounded-text.ts';

/** Groups whose words are not the document's. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf'.split(
    ' ',
  ),
);
/** Words that hide the words after them, or show them again with a 0. */
const HIDDEN = new Set(['v', 'deleted']);
/** Words that stand for characters. */
const CHARACTERS = new Map(
  Object.entries({
    '\n': 'par sect page line row nestrow',
    '\t': 'tab cell nestcell',
    '—': 'emdash',
    '–': 'endash',
    '‘': 'lquote',
    '’': 'rquote',
    '“': 'ldblquote',
    '”': 'rdblquote',
    '•': 'bullet',
  }).flatMap(([character, words]) => words.split(' ').map((word): [string, string] => [word, character])),
);
const SYMBOLS: Record<string, string> = {
  '~': '\u00a0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\n': '\n',
  '\r': '\n',
};
/** The code pages of fonts for one script. */
const CHARSETS: Record<string, number> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};
/** Deeper groups only hostile documents have. */
const MAX_DEPTH = 10_000;

interface Group {
  isSkipped: boolean;
  /** Hidden or deleted, as a reader of the document does not see it. */
  isHidden: boolean;
  /** A footnote, which ends with a bracket. */
  isNote: boolean;
  /** Characters that follow each `\u` for readers that do not know it. */
  fallbacks: number;
  /** Of its font, where that is for one script; else the document's. */
  decoder: TextDecoder | null;
}

/** Reads an RTF document: its words, with tabs between the cells of a table. */
export function readRtf(bytes: Uint8Array, text: BoundedText): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|[{}]|[^\\{}\r\n]+|[\r\n]+|\\/gi;
  const groups: Group[] = [];
  let group: Group = { isSkipped: false, isHidden: false, isNote: false, fallbacks: 1, decoder: null };
  let ignored = 0;
  let decoder = new TextDecoder('windows-1252');
  const fonts = new Map<string, TextDecoder>();
  let font = '';
  /** Bytes of one character may come as several tokens. */
  let bytesLeft: number[] = [];
  const flush = () => {
    if (bytesLeft.length > 0) text.write((group.decoder ?? decoder).decode(Uint8Array.from(bytesLeft)));
    bytesLeft = [];
  };
  /** Whether a character is written as the second byte of the one before it, as in `\'83e`. */
  const completes = (character: string) => {
    if (bytesLeft.length === 0) return false;
    const current = group.decoder ?? decoder;
    const whole = [...bytesLeft, character.charCodeAt(0)];
    if (!current.decode(Uint8Array.from(bytesLeft)).endsWith('\ufffd')) return false;
    if (current.decode(Uint8Array.from(whole)).slice(-2).includes('\ufffd')) return false;
    bytesLeft = whole;
    flush();
    return true;
  };
  const write = (words: string) => {
    flush();
    if (!group.isSkipped && !group.isHidden) text.write(words);
  };
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [whole, word, number, hex, symbol] = match;
    if (whole === '{') {
      if (groups.length >= MAX_DEPTH) throw new Error('The groups are too deep.');
      groups.push(group);
      group = { ...group, isNote: false };
    } else if (whole === '}') {
      flush();
      if (group.isNote) write(']');
      group = groups.pop() ?? group;
      ignored = 0;
    } else if (hex !== undefined) {
      if (ignored > 0) ignored--;
      else if (!group.isSkipped && !group.isHidden) bytesLeft.push(Number.parseInt(hex, 16));
    } else if (word === 'u') {
      write(String.fromCharCode(Number(number) & 0xffff));
      ignored = group.fallbacks;
    } else if (word === 'uc') group.fallbacks = Math.min(Number(number ?? 1), 100);
    else if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
    else if (word === 'ansicpg') decoder = decoderOf(Number(number));
    else if (word === 'f' || word === 'deff') {
      flush();
      font = number ?? '';
      group.decoder = fonts.get(font) ?? null;
    } else if (word === 'fcharset') {
      const codePage = CHARSETS[number ?? ''];
      if (codePage !== undefined) fonts.set(font, decoderOf(codePage));
    } else if (word !== undefined) {
      if (SKIPPED.has(word)) group.isSkipped = true;
      else if (HIDDEN.has(word)) group.isHidden = number !== '0';
      else if (word === 'plain') group.isHidden = false;
      else if (word === 'footnote') {
        // LibreOffice marks footnotes as ignorable.
        group.isSkipped = groups.at(-1)?.isSkipped ?? false;
        group.isNote = true;
        write(' [note: ');
      }
      const character = CHARACTERS.get(word);
      if (character !== undefined) write(character);
    } else if (symbol === '*') group.isSkipped = true;
    else if (symbol !== undefined) {
      if (!completes(symbol)) write(SYMBOLS[symbol] ?? '');
    } else if (!/^[\r\n\\]/.test(whole)) {
      const words = whole.slice(ignored);
      ignored = Math.max(0, ignored - whole.length);
      if (words !== '') write(completes(words) ? words.slice(1) : words);
    }
  }
  flush();
}

function decoderOf(codePage: number): TextDecoder {
  const names: Record<number, string> = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8' };
  try {
    return new TextDecoder(names[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
