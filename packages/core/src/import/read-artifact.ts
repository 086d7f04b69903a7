import { replaceOnce, type BranchDocuments } from './documents.ts';
import { fieldsOf, textOf, type JsonFields } from './json-fields.ts';

const LANGUAGES = new Map<string, string | null>([
  ['text/markdown', null],
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/vnd.ant.mermaid', 'mermaid'],
  ['application/vnd.ant.react', 'tsx'],
]);

/**
 * The artifact after a call of its tool, as a part of a reply; null for other calls and an update that is not certain.
 */
export function readArtifactCall(block: unknown, documents: BranchDocuments): string | null {
  const { type, name, input } = fieldsOf(block);
  if (type !== 'tool_use' || name !== 'artifacts') return null;
  const fields = fieldsOf(input);
  const id = textOf(fields.id) ?? '';
  if (fields.command === 'update') {
    const [part, replacement] = [textOf(fields.old_str) ?? '', textOf(fields.new_str) ?? ''];
    return documents.change(id, (text) => replaceOnce(text, part, replacement));
  }
  const text = textOf(fields.content);
  if ((fields.command !== 'create' && fields.command !== 'rewrite') || text === undefined) return null;
  return write(id, fields, text, documents);
}

/** The text of a reply with its `<antArtifact>` elements, which begin a line, as documents. */
export function readArtifactTags(reply: string, documents: BranchDocuments): string {
  const opening = /^[ \t]{0,9}<antArtifact ([^<\n]{1,2000})>$/gm;
  const pieces: string[] = [];
  let from = 0;
  for (let match = opening.exec(reply); match; match = opening.exec(reply)) {
    // A reply that was stopped ends inside.
    const close = reply.indexOf(CLOSE, opening.lastIndex);
    const end = close === -1 ? reply.length : close;
    const content = reply.slice(opening.lastIndex, end);
    const fields = Object.fromEntries(
      [...(match[1] ?? '').matchAll(/(?<![\w:-])([a-z]{1,40})="([^"]{0,999})"/g)].map(([, name = '', value]) => [
        name,
        value,
      ]),
    );
    const shown = write(textOf(fields.identifier) ?? '', fields, content, documents);
    pieces.push(reply.slice(from, match.index), shown ?? '');
    from = Math.min(reply.length, end + CLOSE.length);
    opening.lastIndex = from;
  }
  if (pieces.length === 0) return reply;
  const texts = [...pieces, reply.slice(from)].map((piece) => piece.trim());
  return texts.filter((piece) => piece !== '').join('\n\n');
}

const CLOSE = '</antArtifact>';

/** A later text of an artifact may leave out what has not changed. */
function write(id: string, fields: JsonFields, text: string, documents: BranchDocuments) {
  const known = documents.find(id);
  const [type, language] = [textOf(fields.type), textOf(fields.language)];
  return documents.write(id, {
    title: textOf(fields.title) ?? known?.title ?? '',
    language: type === undefined && known ? known.language : languageOf(type ?? '', language ?? ''),
    text,
  });
}

function languageOf(type: string, language: string): string | null {
  const found = LANGUAGES.get(type);
  return found === undefined ? language : found;
}
