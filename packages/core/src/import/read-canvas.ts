import { replaceOnce, type BranchDocuments } from './documents.ts';
import { fieldsOf, listOf, textOf, type JsonFields } from './json-fields.ts';

/** ChatGPT's updates are of the canvas that was written last. */
const CURRENT = 'current';
/** Patterns of a whole text: code is always rewritten with one. */
const WHOLE = new Set(['.*', '^.*$', '(?s).*', '(?s)^.*$', '[\\s\\S]*']);
const MAX_UPDATES = 100;

/** The canvas after a call of its tool, as a part of a reply; null for other calls and an update that is not certain. */
export function readCanvasCall(recipient: unknown, call: string, documents: BranchDocuments): string | null {
  if (recipient !== 'canmore.create_textdoc' && recipient !== 'canmore.update_textdoc') return null;
  const fields = parse(call);
  return recipient === 'canmore.create_textdoc' ? create(fields, documents) : update(fields, documents);
}

function parse(call: string): JsonFields {
  try {
    return fieldsOf(JSON.parse(call));
  } catch {
    return {};
  }
}

function create(fields: JsonFields, documents: BranchDocuments): string | null {
  const { name, type, content } = fields;
  const text = textOf(content);
  if (text === undefined) return null;
  return documents.write(CURRENT, { title: textOf(name) ?? '', language: languageOf(textOf(type) ?? 'code/'), text });
}

/** Types are `document` and `code/python`, with any language. */
function languageOf(type: string): string | null {
  if (!type.startsWith('code')) return null;
  const language = type.slice('code/'.length);
  return language === 'react' ? 'tsx' : language;
}

function update({ updates }: JsonFields, documents: BranchDocuments): string | null {
  const steps = listOf(updates).map(fieldsOf);
  const [only] = steps;
  const known = documents.find(CURRENT);
  const text = textOf(only?.replacement);
  if (steps.length === 1 && WHOLE.has(textOf(only?.pattern) ?? '') && text !== undefined)
    return documents.write(CURRENT, { ...(known ?? { title: '', language: '' }), text });
  return documents.change(CURRENT, (before) => {
    if (steps.length === 0 || steps.length > MAX_UPDATES) return null;
    return steps.reduce<string | null>((found, step) => (found === null ? null : replace(found, step)), before);
  });
}

/** Patterns are Python's regular expressions. Only plain words that are in the text once are certain. */
function replace(text: string, { pattern, replacement }: JsonFields): string | null {
  const part = plainPattern(textOf(pattern) ?? '');
  const words = textOf(replacement);
  if (part === null || words === undefined || words.includes('\\')) return null;
  return replaceOnce(text, part, words);
}

/** The words that a pattern without any operator finds. */
function plainPattern(pattern: string): string | null {
  const words = pattern.replaceAll(/\\([^\w\s])/g, '');
  if (/[\\.^$*+?()[\]{}|]/.test(words)) return null;
  return pattern.replaceAll(/\\([^\w\s])/g, '$1');
}
